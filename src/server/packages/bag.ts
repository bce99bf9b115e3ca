// BagIt bags (RFC 8493): writes the files of a package with their checksums, into a folder or a zip.

import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { privateWriter } from 'src/server/backup/privateFiles.ts';
import type { ZipStream } from 'src/server/files/zipStream.ts';
import { createMeasure, sha256 } from 'src/server/sha256.ts';

export interface BagFile {
  /** Path within the payload, with `/`. */
  readonly path: string;
  readonly size: number;
  /** SHA-256, hex. */
  readonly sha256: string;
}

/** Receives the files of a bag: a folder or a zip. */
export interface BagTarget {
  /** `type`: media type of the content. */
  write(path: string, content: AsyncIterable<Buffer>, type: string): Promise<void>;
  /** Writes the last file. */
  writeLast(path: string, content: Buffer): Promise<void>;
}

export interface BagWriter {
  readonly files: readonly BagFile[];
  add(path: string, content: AsyncIterable<Buffer> | Iterable<Buffer>, type?: string): Promise<BagFile>;
  /** Writes the files that make the folder a bag. */
  finish(info: Readonly<Record<string, string>>): Promise<void>;
}

const TEXT_CONTENT = 'text/plain';
export const PAYLOAD = 'data';
export const DECLARATION_FILE = 'bagit.txt';
export const INFO_FILE = 'bag-info.txt';
const PAYLOAD_MANIFEST = 'manifest-sha256.txt';
const TAG_MANIFEST_FILE = 'tagmanifest-sha256.txt';
const DECLARATION = 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n';

/** Line ends and per cent signs of a path are encoded in manifests. */
const pathInManifest = (path: string): string =>
  path.replaceAll('%', '%25').replaceAll('\n', '%0A').replaceAll('\r', '%0D');

export const bagInFolder = (folder: string): BagTarget => {
  const pathOf = async (path: string): Promise<string> => {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    return target;
  };
  return {
    write: async (path, content) => await pipeline(content, privateWriter(await pathOf(path))),
    writeLast: async (path, content) => await pipeline([content], privateWriter(await pathOf(path))),
  };
};

/** `name`: of the folder in the zip. Ends the zip after the last file. */
export const bagInZip = (zip: ZipStream, name: string): BagTarget => ({
  write: async (path, content, type) => await zip.add(`${name}/${path}`, Readable.from(content), type),
  writeLast: async (path, content) => await Promise.resolve(zip.end(`${name}/${path}`, content)),
});

export const createBag = ({ write, writeLast }: BagTarget): BagWriter => {
  const files: BagFile[] = [];
  return {
    files,
    add: async (path, content, type = TEXT_CONTENT) => {
      const measure = createMeasure();
      await write(`${PAYLOAD}/${path}`, measure.pass(content), type);
      const file = { path, ...measure.result() };
      files.push(file);
      return file;
    },
    finish: async (info) => {
      const bytes = files.reduce((sum, { size }) => sum + size, 0);
      const lines = Object.entries({ ...info, 'Payload-Oxum': `${bytes}.${files.length}` });
      const tags: Readonly<Record<string, string>> = {
        [DECLARATION_FILE]: DECLARATION,
        [INFO_FILE]: lines.map(([name, value]) => `${name}: ${value}\n`).join(''),
        [PAYLOAD_MANIFEST]: files
          .map((file) => `${file.sha256}  ${PAYLOAD}/${pathInManifest(file.path)}\n`)
          .sort()
          .join(''),
      };
      for (const [name, text] of Object.entries(tags))
        await write(name, Readable.from([Buffer.from(text)]), TEXT_CONTENT);
      const sums = Object.entries(tags).map(([name, text]) => `${sha256(text).toString('hex')}  ${name}\n`);
      await writeLast(TAG_MANIFEST_FILE, Buffer.from(sums.join('')));
    },
  };
};

export const payloadPath = (folder: string, path: string): string => join(folder, PAYLOAD, path);

export const readPayload = (folder: string, path: string) => createReadStream(payloadPath(folder, path));
