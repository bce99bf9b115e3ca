// A file that is too large for the memory of a test. It is generated while it is sent; the offset decides each byte, so any part can
// be compared. It is sent over a connection that is cut repeatedly, as by a browser on a bad connection, and read back by ranges, while
// the memory of the server process is measured. Called by files.e2e.ts and by the drill of uploads.
import { createCipheriv, createHash, type Hash } from 'node:crypto';
import { request, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Cutter } from 'tests/e2e/harness/startCutter.ts';

const CHUNK_BYTES = 256 * 1024;
/** Block size of the cipher, which can start at any block. */
const BLOCK_BYTES = 16;
/** Size of the parts, the same as in the page. */
const PART_BYTES = 8 * 2 ** 20;
const RETRY_MS = 250;
const TUS = { 'tus-resumable': '1.0.0' };

/** Returns the bytes from `from` up to `to`. */
export const bytesOfLarge = function* (from: number, to: number): Generator<Buffer> {
  const block = Math.floor(from / BLOCK_BYTES);
  const counter = Buffer.alloc(BLOCK_BYTES);
  counter.writeBigUInt64BE(BigInt(block), BLOCK_BYTES / 2);
  const cipher = createCipheriv('aes-128-ctr', Buffer.alloc(BLOCK_BYTES, 7), counter);
  cipher.update(Buffer.alloc(from - block * BLOCK_BYTES));
  for (let at = from; at < to; at += CHUNK_BYTES) yield cipher.update(Buffer.alloc(Math.min(CHUNK_BYTES, to - at)));
};

/** Returns the SHA-256 of that part in hexadecimal. */
export const digestOfLarge = (from: number, to: number): string => {
  const hash = createHash('sha256');
  for (const chunk of bytesOfLarge(from, to)) hash.update(chunk);
  return hash.digest('hex');
};

type Headers = Readonly<Record<string, string>>;

interface Asked {
  readonly method: string;
  readonly headers: Headers;
  readonly content?: Readable;
}

/** Sends a request over a separate connection. Returns undefined without an answer. */
const ask = async (url: URL, { method, headers, content }: Asked): Promise<IncomingMessage | undefined> => {
  const asked = request(url, { method, headers, agent: false });
  const answer = new Promise<IncomingMessage | undefined>((resolve) => {
    asked.once('response', (response) => resolve(response.resume()));
    asked.on('error', () => resolve(undefined)).once('close', () => resolve(undefined));
  });
  if (content) pipeline(content, asked).catch(() => undefined);
  else asked.end();
  return await answer;
};

interface LargeUpload {
  readonly line: Cutter;
  readonly token: string;
  readonly name: string;
  readonly size: number;
  /** Number of bytes after which the connection is cut, repeatedly. */
  readonly cutEvery: number;
}

export interface SentLarge {
  /** Value for a property with files: `upload:…`. */
  readonly value: string;
  readonly cuts: number;
}

export const sendLarge = async ({ line, token, name, size, cutEvery }: LargeUpload): Promise<SentLarge> => {
  const headers = { ...TUS, authorization: `Bearer ${token}` };
  const filename = Buffer.from(name).toString('base64');
  const begun = await ask(new URL('/api/upload', line.url), {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(size), 'upload-metadata': `filename ${filename}` },
  });
  const address = new URL(begun?.headers.location ?? '', line.url);
  let [cuts, sinceCut, offset] = [0, 0, 0];
  const breaking = function* (to: number): Generator<Buffer> {
    for (const chunk of bytesOfLarge(offset, to)) {
      sinceCut += chunk.length;
      yield chunk;
      if (sinceCut < cutEvery) continue;
      [sinceCut, cuts] = [0, cuts + 1];
      return line.cut();
    }
  };
  while (offset < size) {
    const to = Math.min(size, offset + PART_BYTES);
    const sent = await ask(address, {
      method: 'PATCH',
      headers: {
        ...headers,
        ...{ 'upload-offset': String(offset), 'content-length': String(to - offset) },
        'content-type': 'application/offset+octet-stream',
      },
      content: Readable.from(breaking(to)),
    });
    line.mend();
    if (sent?.statusCode === 204) offset = to;
    else {
      if (sent !== undefined) await pause(RETRY_MS);
      const head = await ask(address, { method: 'HEAD', headers });
      if (head?.statusCode === 404) throw new Error('the upload is gone');
      offset = Number(head?.headers['upload-offset'] ?? offset);
    }
  }
  return { value: `upload:${address.pathname.split('/').at(-1) ?? ''}`, cuts };
};

/** Returns the SHA-256 of the bytes that the server sends, in hexadecimal. */
export const fetchDigest = async (url: string, token: string, range?: string): Promise<string> => {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}`, ...(range && { range }) } });
  if (answer.status !== (range ? 206 : 200)) throw new Error(`answered ${answer.status}`);
  const hash: Hash = createHash('sha256');
  for await (const chunk of answer.body ?? []) hash.update(chunk as Uint8Array);
  return hash.digest('hex');
};

/** Returns the memory of the server process in bytes, from its metrics. */
const residentBytes = async (serverUrl: string): Promise<number> => {
  const { port } = new URL(serverUrl);
  const text = await (await fetch(`http://localhost:${port}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]);
};

/** Measures memory while `work` runs. Returns the largest growth of the process in bytes. */
export const growthDuring = async (serverUrl: string, work: () => Promise<unknown>): Promise<number> => {
  const before = await residentBytes(serverUrl);
  let [most, over] = [before, false];
  const look = async (): Promise<void> => {
    while (!over) {
      most = Math.max(most, await residentBytes(serverUrl));
      await pause(100);
    }
  };
  const looking = look();
  try {
    await work();
  } finally {
    over = true;
    await looking;
  }
  return most - before;
};

/** Starts answers and stops reading them; ends them after all of them have waited. */
export const leaveUnread = async (url: string, token: string, count: number): Promise<void> => {
  const stop = new AbortController();
  const { signal } = stop;
  const options = { headers: { authorization: `Bearer ${token}` }, signal };
  const answers = await Promise.all(Array.from({ length: count }, () => fetch(url, options)));
  const readers = answers.map(({ body }) => body?.getReader());
  for (const reader of readers) await reader?.read();
  await pause(1_000);
  stop.abort();
  for (const reader of readers) await reader?.cancel().catch(() => undefined);
};
