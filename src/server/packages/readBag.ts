// Reads BagIt bags (RFC 8493), also those that other programs wrote: checks that a bag is complete and unchanged, and that no path leads out
// of its folder.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, posix, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BackupRefusal } from 'src/server/backup/BackupRefusal.ts';
import { DECLARATION_FILE, INFO_FILE, PAYLOAD } from 'src/server/packages/bag.ts';

type Sums = ReadonlyMap<string, string>;

interface BagManifest {
  readonly name: string;
  /** Name of the hash, as `createHash` has it. */
  readonly hash: string;
  readonly isOfTags: boolean;
  readonly sums: Sums;
}

const MANIFEST_NAME = /^(tag)?manifest-(md5|sha1|sha256|sha512)\.txt$/;
/** Other declarations of a character encoding are refused, because names of files would differ. */
const BAG_DECLARATION = /^BagIt-Version: (?:0\.9[3-7]|1\.0) *\r?\nTag-File-Character-Encoding: UTF-8 *\s*$/i;
const MANIFEST_LINE = /^([0-9a-f]+)[ \t]+\*?(.+)$/i;
const FETCH_FILE = 'fetch.txt';
const FETCH_LINE = /^\S+[ \t]+(?:\d+|-)[ \t]+(.+)$/;

const manifestPath = (path: string): string =>
  path.replaceAll(/%0A/gi, '\n').replaceAll(/%0D/gi, '\r').replaceAll('%25', '%');

/** Returns the path within the folder of the bag; undefined if it leads elsewhere. */
const pathWithin = (written: string): string | undefined => {
  const path = posix.normalize(manifestPath(written));
  const isOutside = posix.isAbsolute(path) || path.startsWith('~') || path.split('/').includes('..');
  return isOutside || path.includes('\\') ? undefined : path;
};

const linesOfTags = (text: string): string[] => text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');

const refuseFile = (folder: string, name: string): BackupRefusal =>
  new BackupRefusal('altered', `${join(folder, name)} is not valid.`);

const readBagManifest = async (folder: string, name: string): Promise<BagManifest> => {
  const [, tag, hash = ''] = MANIFEST_NAME.exec(name) ?? [];
  const sums = new Map<string, string>();
  for (const line of linesOfTags(await readFile(join(folder, name), 'utf8'))) {
    const [, sum = '', written = ''] = MANIFEST_LINE.exec(line) ?? [];
    const path = pathWithin(written);
    const isPayload = path?.startsWith(`${PAYLOAD}/`) === true;
    if (path === undefined || written === '' || sums.has(path) || isPayload === (tag !== undefined))
      throw refuseFile(folder, name);
    sums.set(path, sum.toLowerCase());
  }
  return { name, hash, isOfTags: tag !== undefined, sums };
};

const readManifests = async (folder: string): Promise<BagManifest[]> => {
  const declaration = await readFile(join(folder, DECLARATION_FILE), 'utf8').catch(() => undefined);
  if (declaration === undefined)
    throw new BackupRefusal('truncated', `${folder} has no ${DECLARATION_FILE}, so it is no package.`);
  if (!BAG_DECLARATION.test(declaration)) throw refuseFile(folder, DECLARATION_FILE);
  const names = (await readdir(folder)).filter((name) => MANIFEST_NAME.test(name));
  return await Promise.all(names.map((name) => readBagManifest(folder, name)));
};

/** Refuses a bag whose missing files would have to be loaded to another folder. */
const refuseFetchOutside = async (folder: string): Promise<void> => {
  const text = await readFile(join(folder, FETCH_FILE), 'utf8').catch(() => '');
  for (const line of linesOfTags(text))
    if (pathWithin(FETCH_LINE.exec(line)?.[1] ?? '..')?.startsWith(`${PAYLOAD}/`) !== true)
      throw refuseFile(folder, FETCH_FILE);
};

const hashOfFile = async (path: string, algorithm: string): Promise<string> => {
  const hash = createHash(algorithm);
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
};

const checkManifest = async (folder: string, { hash, sums }: BagManifest): Promise<void> => {
  for (const [path, sum] of sums) {
    const found = await stat(join(folder, path)).catch(() => undefined);
    if (found?.isFile() !== true)
      throw new BackupRefusal('truncated', `The package is incomplete: ${path} is missing.`);
    if ((await hashOfFile(join(folder, path), hash)) !== sum)
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

const refuseAdded = async (folder: string, sums: Sums): Promise<void> => {
  const found = await readdir(join(folder, PAYLOAD), { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of found.filter((each) => !each.isDirectory())) {
    const path = relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/');
    if (!sums.has(path)) throw new BackupRefusal('altered', `${path} was added after the package was written.`);
  }
};

/** Returns the SHA-256 of each file, by its path within the payload. */
const sha256Sums = async (folder: string, payload: readonly BagManifest[]): Promise<Sums> => {
  const listed = payload.find(({ hash }) => hash === 'sha256')?.sums;
  const sums = new Map<string, string>();
  for (const path of payload[0]?.sums.keys() ?? [])
    sums.set(path.slice(PAYLOAD.length + 1), listed?.get(path) ?? (await hashOfFile(join(folder, path), 'sha256')));
  return sums;
};

/** Returns the paths of the payload with their SHA-256. Throws BackupRefusal if a file is missing, was changed or was added. */
export const verifyBag = async (folder: string): Promise<Sums> => {
  const manifests = await readManifests(folder);
  const payload = manifests.filter(({ isOfTags }) => !isOfTags);
  for (const each of manifests.filter(({ isOfTags }) => isOfTags)) await checkManifest(folder, each);
  if (payload.length === 0)
    throw new BackupRefusal('truncated', `${folder} has no manifest of its files, so it is no package.`);
  await refuseFetchOutside(folder);
  for (const each of payload) {
    await refuseShorter(folder, each.sums.keys());
    await checkManifest(folder, each);
    await refuseAdded(folder, each.sums);
  }
  return await sha256Sums(folder, payload);
};
