// SHA-256 of values, files and streams.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { problem } from 'src/model/problems.ts';

/** Returns the hash of a text or of bytes. */
export const sha256 = (content: string | Uint8Array): Buffer => createHash('sha256').update(content).digest();

/** Returns the hash of a file, hex. */
export const fileSha256 = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
};

export interface Measured {
  readonly size: number;
  /** Hex. */
  readonly sha256: string;
}

export interface Measure {
  /** Passes the content on. Throws `tooLarge` for more bytes than allowed. */
  pass(content: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer>;
  /** Returns the size and the hash. Call it after the stream has ended. */
  result(): Measured;
}

/** Counts and hashes the bytes of one stream. */
export const createMeasure = (maxBytes = Number.POSITIVE_INFINITY): Measure => {
  const hash = createHash('sha256');
  let size = 0;
  return {
    async *pass(content) {
      for await (const chunk of content) {
        size += chunk.length;
        hash.update(chunk);
        if (size > maxBytes) throw problem('tooLarge');
        yield chunk;
      }
    },
    result: () => ({ size, sha256: hash.digest('hex') }),
  };
};
