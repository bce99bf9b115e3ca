// A later build of the product, for tests of updates: a copy of dist/ in which every file of the page has another address, so that a page of
// the earlier build finds none of its files. Building twice would take minutes.
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Hash that the build writes into the name of a file, such as `main-B3dXoP_1.js`. */
const NAME_HASH = /-([\w-]{8})(?=\.\w+(?:\.(?:br|gz))?$)/;
const TEXT = /\.(?:m?js|css|html|json|webmanifest)$/;

const otherHash = (hash: string): string => [...hash].toReversed().join('').replaceAll('-', '_');

export interface NextBuild {
  /** Folder with `dist/`. */
  readonly root: string;
  /** Names of the files of the page in the earlier and in this build. */
  readonly names: ReadonlyMap<string, string>;
  remove(): void;
}

const renamedIn = (assets: string): ReadonlyMap<string, string> => {
  const plain = readdirSync(assets).filter((name) => NAME_HASH.test(name));
  return new Map(plain.map((name) => [name, name.replace(NAME_HASH, (_whole, hash: string) => `-${otherHash(hash)}`)]));
};

const rewrite = (folder: string, names: ReadonlyMap<string, string>, version: readonly [string, string]): void => {
  const found = /[\w.-]+-[\w-]{8}\.\w+/g;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() || !TEXT.test(entry.name)) continue;
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replaceAll(found, (name) => names.get(name) ?? name).replaceAll(...version));
  }
};

/** Copies dist/. The caller removes the copy. */
export const makeNextBuild = (): NextBuild => {
  const folder = mkdtempSync(join(tmpdir(), 'kk-next-'));
  const [client, server] = [join(folder, 'dist/client'), join(folder, 'dist/server')];
  mkdirSync(join(folder, 'dist'));
  execFileSync('cp', ['-a', join(root, 'dist/client'), client]);
  execFileSync('cp', ['-a', join(root, 'dist/server'), server]);
  for (const name of ['node_modules', 'package.json']) symlinkSync(join(root, name), join(folder, name));
  const assets = join(client, 'assets');
  // Compressed files contain the earlier names.
  for (const name of readdirSync(assets)) if (/\.(?:br|gz)$/.test(name)) rmSync(join(assets, name));
  const names = renamedIn(assets);
  const worker = readFileSync(join(client, 'sw.js'), 'utf8');
  const [, version = ''] = /`shell-([^`]+)`/.exec(worker) ?? [];
  if (version === '') throw new Error('the service worker names no build');
  for (const part of [client, assets]) rewrite(part, names, [version, `${version}.next`]);
  for (const [from, to] of names) renameSync(join(assets, from), join(assets, to));
  return { root: folder, names, remove: () => rmSync(folder, { recursive: true, force: true }) };
};
