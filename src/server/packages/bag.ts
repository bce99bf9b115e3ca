// BagIt bags (RFC 8493): writes the files of a package with their checksums, and checks that a package is complete and unchanged.

import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BackupRefusal } from 'src/server/backup/BackupRefusal.ts';
import { privateWriter, writePrivateFile } from 'src/server/backup/privateFiles.ts';
import { createMeasure, fileSha256, sha256 } from 'src/server/sha256.ts';

export interface BagFile {
  /** Path within the payload, with `/`. */
  readonly path: string;
  readonly size: number;
  /** SHA-256, hex. */
  readonly sha256: string;
}

export interface BagWriter {
  readonly files: readonly BagFile[];
  add(path: string, content: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<BagFile>;
  /** Writes the files that make the folder a bag. */
  finish(info: Readonly<Record<string, string>>): Promise<void>;
}

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

export const createBag = async (folder: string): Promise<BagWriter> => {
  await mkdir(join(folder, PAYLOAD), { recursive: true, mode: 0o700 });
  const files: BagFile[] = [];
  return {
    files,
    add: async (path, content) => {
      const target = join(folder, PAYLOAD, path);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      const measure = createMeasure();
      await pipeline(measure.pass(content), privateWriter(target));
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
      for (const [name, text] of Object.entries(tags)) await writePrivateFile(join(folder, name), text);
      const sums = Object.entries(tags).map(([name, text]) => `${sha256(text).toString('hex')}  ${name}\n`);
      await writePrivateFile(join(folder, TAG_MANIFEST_FILE), sums.join(''));
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
