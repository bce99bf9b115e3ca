// The files of a bundle of exhibits and the manifest that lists them: each line with the size and SHA-256 of its file, and a hash over its
// values and over the hash of the line before. docs/exhibits/verify.mjs verifies it.

import { Readable } from 'node:stream';
import { CSV_MARK, csvLine } from 'src/model/text/csvLine.ts';
import { createMeasure, sha256 } from 'src/server/extend.ts';

interface ManifestLine {
  readonly number: number;
  /** Empty for a file that is not an exhibit. */
  readonly exhibit: string;
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  /** Hash of the line before. The first line has the hash of the text that says what the manifest is about. */
  readonly previous: string;
  readonly hash: string;
}

export type ManifestFile = Pick<ManifestLine, 'exhibit' | 'path' | 'size' | 'sha256'>;

const MANIFEST_COLUMNS = ['number', 'exhibit', 'path', 'size', 'sha256', 'previous', 'hash'] as const;

export interface Manifest {
  add(file: ManifestFile): void;
  /** Hash of the last line. It identifies the bundle. */
  readonly seal: string;
  json(): Buffer;
  csv(): Buffer;
}

/** Makes a manifest. `about` says in words which bundle it belongs to. */
export const createManifest = (about: string): Manifest => {
  const lines: ManifestLine[] = [];
  const seal = (): string => lines.at(-1)?.hash ?? sha256(about).toString('hex');
  return {
    add({ exhibit, path, size, sha256: of }) {
      const [number, previous] = [lines.length + 1, seal()];
      const hash = sha256([number, exhibit, path, size, of, previous].join('\n')).toString('hex');
      lines.push({ number, exhibit, path, size, sha256: of, previous, hash });
    },
    get seal() {
      return seal();
    },
    json: () => Buffer.from(`${JSON.stringify({ about, seal: seal(), lines }, null, 1)}\n`),
    csv: () =>
      Buffer.from(
        `${CSV_MARK}${csvLine(MANIFEST_COLUMNS)}${lines.map((line) => csvLine(MANIFEST_COLUMNS.map((name) => line[name]))).join('')}`,
      ),
  };
};

export interface HashedStream {
  readonly stream: Readable;
  /** Returns the size and the hash. Call it after the stream has ended. */
  result(): Pick<ManifestFile, 'size' | 'sha256'>;
}

/** Passes the content on, and counts and hashes it. */
export const hashed = (content: Readable | Buffer): HashedStream => {
  const { pass, result } = createMeasure();
  return {
    stream: Readable.from(pass(Buffer.isBuffer(content) ? [content] : content), { objectMode: false }),
    result,
  };
};
