// Runs many uploads at once over lines of a usual speed, each started again after its end, until this process ends. Started by
// uploads.bench.ts with the address of the server, a token, and the number of uploads. It reports when the first parts of all uploads are
// being sent.

import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

const [url = '', token = '', count = '1'] = process.argv.slice(2);
const FILE_BYTES = 2 * 1_048_576;
const CHUNK_BYTES = 16_384;
/** Rate of each line, 4 Mbit per second. */
const BYTES_PER_SECOND = 500_000;

const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' };
const under = new Set<number>();

const send = (location: string, begun: () => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const body = randomBytes(FILE_BYTES);
    const asked = request(new URL(location, url), {
      method: 'PATCH',
      headers: {
        ...headers,
        'content-type': 'application/offset+octet-stream',
        'content-length': FILE_BYTES,
        'upload-offset': 0,
      },
    });
    asked.on('error', reject);
    asked.on('response', (answer) => {
      answer.resume();
      answer.on('end', () => (answer.statusCode === 204 ? resolve() : reject(new Error(`${answer.statusCode}`))));
    });
    const pace = async (): Promise<void> => {
      for (let at = 0; at < FILE_BYTES; at += CHUNK_BYTES) {
        asked.write(body.subarray(at, at + CHUNK_BYTES));
        if (at > 0) begun();
        await pause((CHUNK_BYTES / BYTES_PER_SECOND) * 1_000);
      }
      asked.end();
    };
    pace().catch(reject);
  });

const keepSending = async (line: number): Promise<never> => {
  for (;;) {
    const answer = await fetch(`${url}/api/upload`, {
      method: 'POST',
      headers: { ...headers, 'upload-length': String(FILE_BYTES), 'upload-metadata': `filename ${btoa('a.bin')}` },
    });
    if (answer.status !== 201) throw new Error(`an upload was answered ${answer.status}`);
    await send(answer.headers.get('location') ?? '', () => {
      under.add(line);
      if (under.size === Number(count)) process.send?.('all under way');
    });
  }
};

for (let line = 0; line < Number(count); line += 1) void keepSending(line);
