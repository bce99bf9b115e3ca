// `npm run touch`: proves section 3 of the architecture by example. For each row it adds an example to a copy of the last commit, runs the
// compiler and the type check there, and prints the files that were touched. Fails where a row touches more than it may.

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newEndpoint } from 'tests/touch/newEndpoint.ts';
import { newExportFormat } from 'tests/touch/newExportFormat.ts';
import { pagePart } from 'tests/touch/pagePart.ts';
import { propertyKind } from 'tests/touch/propertyKind.ts';
import type { Copy, TouchRow } from 'tests/touch/TouchRow.ts';

/** One row for each thing that can be added. */
const ROWS: readonly TouchRow[] = [propertyKind, pagePart, newEndpoint, newExportFormat];

const root = fileURLToPath(new URL('../..', import.meta.url));

const print = (text: string): void => void process.stdout.write(`${text}\n`);

const run = (cwd: string, command: string, ...args: readonly string[]): string =>
  execFileSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'pipe'] });

/** Runs the compiler and the type check. Throws with what they print where one of them refuses. */
const compile = (folder: string): void => {
  try {
    run(folder, 'npx', 'tsx', 'codegen/main.ts', 'gen', '--derived');
    run(folder, process.execPath, 'node_modules/ts7/bin/tsc', '-b');
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${stdout}${stderr}`, { cause: error });
  }
};

const copyOf = (folder: string): Copy => {
  const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  return {
    root: folder,
    read,
    write,
    replace: (path, before, after) => {
      const text = read(path);
      if (!text.includes(before)) throw new Error(`${path} does not contain ${before}`);
      write(path, text.replace(before, after));
    },
  };
};

/** Clones the last commit. The results of earlier type checks come along, so that only what changes is checked. */
const makeCopy = (): Copy => {
  const folder = mkdtempSync(join(tmpdir(), 'touch-'));
  run(root, 'git', 'clone', '-q', '--shared', root, folder);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const checked = join(root, '.cache/tsc');
  if (existsSync(checked)) cpSync(checked, join(folder, '.cache/tsc'), { recursive: true });
  return copyOf(folder);
};

/** Returns the files that were added or changed, without compiled output. */
const touchedIn = ({ root: folder }: Copy): string[] =>
  run(folder, 'git', 'status', '--porcelain', '--untracked-files=all')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.slice(3))
    .filter((path) => path !== 'node_modules');

/** Returns the touched files that the row may not touch. */
const prove = ({ title, allowed, add, use, check }: TouchRow): readonly string[] => {
  const copy = makeCopy();
  try {
    add(copy);
    compile(copy.root);
    const touched = touchedIn(copy);
    print(`${title}: ${allowed.length} allowed, ${touched.length} files touched`);
    for (const path of touched) print(`  ${path}`);
    if (use) {
      use(copy);
      compile(copy.root);
      check?.(copy);
    }
    return touched.filter((path) => !allowed.some((place) => path === place || path.startsWith(place)));
  } finally {
    rmSync(copy.root, { recursive: true, force: true });
  }
};

for (const row of ROWS) {
  const excess = prove(row);
  if (excess.length === 0) continue;
  print(`${row.title} touches more than it may: ${excess.join(', ')}`);
  process.exitCode = 1;
}
