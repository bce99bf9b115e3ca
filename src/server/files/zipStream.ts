// A zip that is written while it is read: one file after the other, each opened when its turn comes, so that memory stays flat.

import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** Deflating these again takes time and saves nothing. */
const COMPRESSED = new RegExp(
  '^(?:video/|font/woff|image/(?!svg|bmp|x-ms-bmp|tiff)|audio/(?!wav|x-wav|vnd\\.wave|aiff|x-aiff|midi)|' +
    'application/(?:pdf|zip|gzip|x-7z|x-rar|vnd\\.rar|x-bzip|x-xz|zstd|epub|vnd\\.openxmlformats|vnd\\.oasis|vnd\\.google-earth\\.kmz))',
);

export interface ZipStream {
  readonly output: Readable;
  /** Resolves when all of it has been written to the stream. */
  add(path: string, content: Readable, type: string): Promise<void>;
  end(path: string, content: Buffer): void;
  /** Ends the zip after the last file that was added. */
  finish(): void;
  /** Ends the stream with an error: the reader must not use what it has received. */
  break(error: Error): void;
}

/** Stops reading when the signal is aborted or the reader of the output has gone. */
export const createZipStream = (signal: AbortSignal, at: Date): ZipStream => {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const closed = new AbortController();
  output.once('close', () => closed.abort());
  // An error that comes before the output has a reader must not end the process. The reader gets it.
  output.on('error', () => undefined);
  const over = AbortSignal.any([signal, closed.signal]);
  zip.on('error', (error: Error) => output.destroy(error));
  return {
    output,
    async add(path, content, type) {
      try {
        zip.addReadStreamLazy(path, { mtime: at, compress: !COMPRESSED.test(type) }, (give) => give(null, content));
        await finished(content, { signal: over, writable: false });
      } finally {
        content.destroy();
      }
    },
    end(path, content) {
      zip.addBuffer(content, path, { mtime: at });
      zip.end();
    },
    finish: () => zip.end(),
    break: (error) => void output.destroy(error),
  };
};
