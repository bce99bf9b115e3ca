// BagIt bags (RFC 8493): writes the files of a package with their checksums, into a folder or a zip, and checks that a package in a folder is
// complete and unchanged.

import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BackupRefusal } from 'src/server/backup/BackupRefusal.ts';
import { privateWriter } from 'src/server/backup/privateFiles.ts';
import type { ZipStream } from 'src/server/files/zipStream.ts';
import { createMeasure, fileSha256, sha256 } from 'src/server/sha256.ts';

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
const DECLARATION_FILE = 'bagit.txt';
const INFO_FILE = 'bag-info.txt';
const PAYLOAD_MANIFEST = 'manifest-sha256.txt';
const TAG_MANIFEST_FILE = 'tagmanifest-sha256.txt';
const DECLARATION = 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n';

/** Line ends and per cent signs of a path are encoded in manifests. */
const pathInManifest = (path: string): string =>
  path.replaceAll('%', '%25').replaceAll('\n', '%0A').replaceAll('\r', '%0D');
const pathFromManifest = (path: string): string =>
  path.replaceAll('%0A', '\n').replaceAll('%0D', '\r').replaceAll('%25', '%');

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

const readManifestOf = async (folder: string, name: string): Promise<Map<string, string>> => {
  const text = await readFile(join(folder, name), 'utf8').catch(() => undefined);
  if (text === undefined) throw new BackupRefusal('truncated', `${folder} has no ${name}, so it is no package.`);
  const sums = new Map<string, string>();
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const [, sum, path] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line) ?? [];
    if (sum === undefined || path === undefined || path.split('/').includes('..'))
      throw new BackupRefusal('altered', `${join(folder, name)} is not valid.`);
    sums.set(pathFromManifest(path), sum);
  }
  return sums;
};

const checkSums = async (folder: string, sums: ReadonlyMap<string, string>): Promise<void> => {
  for (const [path, sum] of sums) {
    const size = await stat(join(folder, path)).catch(() => undefined);
    if (!size) throw new BackupRefusal('truncated', `The package is incomplete: ${path} is missing.`);
    if ((await fileSha256(join(folder, path))) !== sum)
      throw new BackupRefusal('altered', `${path} was changed after the package was written.`);
  }
};

/** Refuses a payload that is shorter than it was: a copy was interrupted. */
const refuseShorter = async (folder: string, paths: Iterable<string>): Promise<void> => {
  const info = await readFile(join(folder, INFO_FILE), 'utf8').catch(() => '');
  const expected = Number(/^Payload-Oxum: (\d+)\./m.exec(info)?.[1] ?? 0);
  let found = 0;
  for (const path of paths) found += (await stat(join(folder, path)).catch(() => undefined))?.size ?? 0;
  if (found < expected)
    throw new BackupRefusal('truncated', `The package is incomplete: ${found} of ${expected} bytes are there.`);
};

/** Returns the paths of the payload with their checksums. Throws BackupRefusal if a file is missing, was changed or was added. */
export const verifyBag = async (folder: string): Promise<ReadonlyMap<string, string>> => {
  await checkSums(folder, await readManifestOf(folder, TAG_MANIFEST_FILE));
  const sums = await readManifestOf(folder, PAYLOAD_MANIFEST);
  await refuseShorter(folder, sums.keys());
  await checkSums(folder, sums);
  const found = await readdir(join(folder, PAYLOAD), { recursive: true, withFileTypes: true });
  for (const entry of found.filter((each) => each.isFile())) {
    const path = relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/');
    if (!sums.has(path)) throw new BackupRefusal('altered', `${path} was added after the package was written.`);
  }
  return new Map([...sums].map(([path, sum]) => [path.slice(PAYLOAD.length + 1), sum]));
};

export const payloadPath = (folder: string, path: string): string => join(folder, PAYLOAD, path);

export const readPayload = (folder: string, path: string) => createReadStream(payloadPath(folder, path));
