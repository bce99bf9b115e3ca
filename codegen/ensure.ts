// Generates the compiled declarations when they are missing or older than their sources. Every command that reads them calls this first. It
// compares contents, not times, and takes about 0.3 s when nothing has changed.

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeFolderLists } from 'codegen/folderLists.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const HASH_FILE = join(root, '.cache/generated.hash');

/** Files and folders that the compiler reads or writes. */
const COMPILED = [
  'codegen',
  'schemas',
  'tests/toy/schemas',
  'tests/toy/generated',
  'src/base',
  'src/model',
  'src/client/kinds',
  'src/client/generated',
  'src/server/exchange/generated',
  'src/generated',
  'package-lock.json',
];

/** Folders of displays: the compiler reads the declaration of each. */
const DISPLAYS = 'src/client/displays';

const filesAt = (path: string): string[] => {
  if (!existsSync(path)) return [];
  if (/\.(?:md|json)$/.test(path)) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
};

/** Returns the hex SHA-256 of the names and contents of everything that the compiler reads or writes. */
const contentHash = (): string => {
  const hash = createHash('sha256');
  const declarations = readdirSync(join(root, DISPLAYS)).map((name) => `${DISPLAYS}/${name}/declaration.json`);
  for (const path of [...COMPILED, ...declarations].flatMap((each) => filesAt(join(root, each))).toSorted())
    hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0');
  return hash.digest('hex');
};

/** Returns false when the declarations have errors, which are printed. The earlier outputs then remain. */
export const ensureGenerated = async (): Promise<boolean> => {
  writeFolderLists(root);
  if (existsSync(HASH_FILE) && readFileSync(HASH_FILE, 'utf8') === contentHash()) return true;
  const { run } = await import('codegen/commands.ts'); // lazy: loading the compiler takes longer than comparing
  if ((await run(['gen', '--derived'])) !== 0) return false;
  mkdirSync(dirname(HASH_FILE), { recursive: true });
  writeFileSync(HASH_FILE, contentHash());
  return true;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await ensureGenerated()) ? 0 : 1;
