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
  /** Resolves when all of it is on its way. */
  add(path: string, content: Readable, type: string): Promise<void>;
  end(path: string, content: Buffer): void;
  /** What was written is of no use: whoever reads it gets the error. */
  break(error: Error): void;
}

/** Nothing more is read once the signal is raised, or whoever reads the output is gone. */
export const createZipStream = (signal: AbortSignal, at: Date): ZipStream => {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const closed = new AbortController();
  output.once('close', () => closed.abort());
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
    break: (error) => void output.destroy(error),
  };
};
