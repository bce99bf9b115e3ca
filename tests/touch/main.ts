// `npm run touch`: proves section 3 of the architecture by example. Adds an example of each row to a copy of the last commit, one after
// another, runs the compiler after each, and prints the files that were touched. Then it runs the type check, uses what was added, and
// checks again. Fails where a row touches more than it may, and where a committed output of the compiler was stale before.

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { newDisplay } from 'tests/touch/newDisplay.ts';
import { newEndpoint } from 'tests/touch/newEndpoint.ts';
import { newExportFormat } from 'tests/touch/newExportFormat.ts';
import { newItemType } from 'tests/touch/newItemType.ts';
import { newJob } from 'tests/touch/newJob.ts';
import { newMailTemplate } from 'tests/touch/newMailTemplate.ts';
import { newSetting } from 'tests/touch/newSetting.ts';
import { newTab } from 'tests/touch/newTab.ts';
import { pagePart } from 'tests/touch/pagePart.ts';
import { propertyKind } from 'tests/touch/propertyKind.ts';
import type { Copy, TouchRow } from 'tests/touch/TouchRow.ts';

/** One row for each thing that can be added. */
const ROWS: readonly TouchRow[] = [
  ...[newItemType, propertyKind, newDisplay, newTab, pagePart],
  ...[newEndpoint, newSetting, newJob, newMailTemplate, newExportFormat],
];

const root = fileURLToPath(new URL('../..', import.meta.url));

const print = (text: string): void => void process.stdout.write(`${text}\n`);

const run = (cwd: string, command: string, ...args: readonly string[]): string =>
  execFileSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'pipe'] });

/** Runs a command in the folder. Throws with what it prints when it fails. */
const runOrPrint = (folder: string, ...command: readonly [string, ...string[]]): void => {
  const [program, ...args] = command;
  try {
    run(folder, program, ...args);
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${stdout}${stderr}`, { cause: error });
  }
};

const generate = ({ run: runScript }: Copy): void => runScript('codegen/main.ts', 'gen');

const checkTypes = ({ root: folder }: Copy): void =>
  runOrPrint(folder, process.execPath, 'node_modules/ts7/bin/tsc', '-b');

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
    run: (script, ...args) => runOrPrint(folder, 'npx', 'tsx', script, ...args),
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

/** Returns the files that were added or changed since the last call, committed outputs of the compiler included. */
const takeTouched = ({ root: folder }: Copy): string[] => {
  const touched = run(folder, 'git', 'status', '--porcelain', '--untracked-files=all')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.slice(3))
    .filter((path) => path !== 'node_modules');
  if (touched.length > 0) {
    run(folder, 'git', 'add', '--', ...touched);
    const author = ['-c', 'user.name=touch', '-c', 'user.email=touch@example.org'];
    run(folder, 'git', ...author, 'commit', '-q', '--no-verify', '-m', 'touch');
  }
  return touched;
};

/** Adds the example of a row, prints what it touches, and returns the files that the row may not touch. */
const addRow = (copy: Copy, { title, allowed, outputs = [], add }: TouchRow): readonly string[] => {
  add(copy);
  generate(copy);
  const touched = takeTouched(copy);
  print(`${title}: ${touched.length} files touched`);
  for (const path of touched) print(`  ${path}${outputs.includes(path) ? ' (compiled)' : ''}`);
  const places = [...allowed, ...outputs];
  return touched.filter((path) => !places.some((place) => path === place || path.startsWith(place)));
};

const fail = (reason: string): void => {
  print(reason);
  process.exitCode = 1;
};

const copy = makeCopy();
try {
  generate(copy);
  const stale = takeTouched(copy);
  if (stale.length > 0) fail(`The last commit has stale outputs: ${stale.join(', ')}`);
  for (const row of ROWS) {
    const excess = addRow(copy, row);
    if (excess.length > 0) fail(`${row.title} touches more than it may: ${excess.join(', ')}`);
  }
  checkTypes(copy);
  for (const { use } of ROWS) use?.(copy);
  generate(copy);
  checkTypes(copy);
  for (const { check } of ROWS) check?.(copy);
} finally {
  rmSync(copy.root, { recursive: true, force: true });
}
