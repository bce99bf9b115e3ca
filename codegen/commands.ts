// `npm run gen`: compiles the declarations of the product and of the toy world. `--check` fails where a committed output is stale and
// writes only the others; `--derived` writes only the others; `--watch` compiles again on every change; `--release` records the shape
// in lock.json.
// `npm run new-type <area> <Type> [--new-area] [--full] [--buckets <set>]` starts an item type. The only file of the compiler that prints.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from 'codegen/compile.ts';
import { CompileFailure, formatDiagnostic, type Diagnostic } from 'codegen/diagnostics.ts';
import { format } from 'codegen/format.ts';
import { FOLDER_LIST_FILES } from 'codegen/folderLists.ts';
import { lineOf } from 'codegen/lineOf.ts';
import { lockDiagnostics, lockOf, release } from 'codegen/lock.ts';
import { newType } from 'codegen/newType.ts';
import type { Output } from 'codegen/Output.ts';
import type { Plan } from 'codegen/plan.ts';
import { read } from 'codegen/readSources.ts';
import { watch } from 'codegen/watch.ts';
import { worldAt, type World } from 'codegen/World.ts';
import { isSame, write } from 'codegen/write.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const TOY = 'tests/toy';
const USAGE =
  'usage: gen [--check | --derived | --watch | --release] [--root <folder>] | new-type <area> <Type> [--new-area] [--full] [--buckets <set>] [--root <folder>]';

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const printError = (text: string): void => void process.stderr.write(`${text}\n`);

/** Returns the message of a fault, with the line in its file. */
export const withLine = (diagnostic: Diagnostic): string => {
  const text = textOf(diagnostic.file);
  // The fault of a file that is no JSON names its own line.
  const hasLine = diagnostic.pointer === '' && / in line \d/u.test(diagnostic.reason);
  return `${formatDiagnostic(diagnostic)}${text !== undefined && !hasLine ? ` (line ${lineOf(text, diagnostic.pointer)})` : ''}`;
};

const textOf = (path: string): string | undefined =>
  existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined;

const valueOf = (args: readonly string[], flag: string): string | undefined => {
  const at = args.indexOf(flag);
  return at < 0 ? undefined : args[at + 1];
};

const worldsOf = (args: readonly string[]): World[] => {
  const folder = valueOf(args, '--root');
  if (folder !== undefined) return [worldAt(root, folder === '.' ? undefined : folder)];
  return [worldAt(root), worldAt(root, TOY)];
};

const foldersOf = ({ out, modelOut }: World): string[] => (modelOut === undefined ? [out] : [out, modelOut]);

const lockOutput = async ({ world, linked, source }: Plan): Promise<Output> => ({
  path: world.lock,
  text: await format(JSON.stringify(release(linked, lockOf(source.lock?.json))), 'json'),
});

interface Mode {
  readonly check: boolean;
  readonly derived: boolean;
  readonly release: boolean;
}

/** Writes the outputs and prints how many. Returns false when `--check` finds a stale committed output. */
const put = (world: World, outputs: readonly Output[], { check, derived }: Mode): boolean => {
  const isCommitted = ({ path }: Output): boolean => world.committed.includes(path);
  const written = check || derived ? outputs.filter((output) => !isCommitted(output)) : outputs;
  const changed = write(written, { root, folders: foldersOf(world), kept: [...world.committed, ...FOLDER_LIST_FILES] });
  print(`${world.name}: ${changed.length === 0 ? 'up to date' : `${changed.length} files written`}`);
  const stale = check ? outputs.filter((output) => isCommitted(output) && !isSame(root, output)) : [];
  if (stale.length === 0) return true;
  printError(`${world.name}: stale, run \`npm run gen\`:\n${stale.map(({ path }) => `  ${path}`).join('\n')}`);
  return false;
};

/** Compiles one world. Returns false when `--check` or `--release` fails. */
export const genWorld = async (world: World, mode: Mode): Promise<boolean> => {
  const { plan, outputs } = await compile(world);
  const unmigrated = lockDiagnostics(plan.linked, plan.source.lock?.json);
  for (const diagnostic of [...plan.warnings, ...unmigrated]) printError(withLine(diagnostic));
  if (unmigrated.length > 0 && (mode.check || mode.release)) return false;
  const extra = mode.release ? [await lockOutput(plan)] : [];
  return put(world, [...outputs, ...extra], mode);
};

const gen = async (args: readonly string[]): Promise<boolean> => {
  const mode = {
    check: args.includes('--check'),
    derived: args.includes('--derived'),
    release: args.includes('--release'),
  };
  let good = true;
  for (const world of worldsOf(args)) {
    try {
      good = (await genWorld(world, mode)) && good;
    } catch (error) {
      if (!(error instanceof CompileFailure)) throw error;
      printError(
        `${world.name}: ${error.diagnostics.length} diagnostics, nothing written\n${error.diagnostics.map(withLine).join('\n')}`,
      );
      good = false;
    }
  }
  return good;
};

const startType = async (args: readonly string[]): Promise<boolean> => {
  const [area = '', type = ''] = args;
  const world = worldAt(root, valueOf(args, '--root'));
  const { outputs, refusal } = newType(read(world), {
    ...{ area, type, textOf, buckets: valueOf(args, '--buckets') },
    newArea: args.includes('--new-area'),
    full: args.includes('--full'),
  });
  if (refusal !== undefined) {
    printError(refusal);
    return false;
  }
  const formatted = await Promise.all(
    outputs.map(async ({ path, text }) => ({ path, text: await format(text, 'json') })),
  );
  write(formatted, { root, folders: [], kept: [] });
  print(`${formatted.map(({ path }) => path).join('\n')}\nNow: docs/ADD-AN-ITEM-TYPE.md, then \`npm run gen\`.`);
  return true;
};

/** Compiles again whenever a declaration is saved, and returns the function that stops this. */
export const watchGen = (args: readonly string[]): (() => void) => {
  const folders = worldsOf(args).flatMap(({ engine, areas, meta }) => [engine, areas, meta]);
  return watch(root, folders, () => gen(args));
};

/** Runs one command and returns its exit code. */
export const run = async ([command, ...args]: readonly string[]): Promise<number> => {
  if (command === 'new-type' && args.length >= 2) return (await startType(args)) ? 0 : 1;
  if (command !== 'gen') {
    printError(USAGE);
    return 2;
  }
  const good = await gen(args);
  if (args.includes('--watch')) {
    watchGen(args);
    // Storybook runs this command as a child, which must end with it.
    process.once('disconnect', () => process.exit());
    return 0;
  }
  return good ? 0 : 1;
};
