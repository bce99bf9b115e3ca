// `npm run bench`: runs every *.bench.ts in turn, each in its own process, or those whose names contain an argument; then prints one table
// of all figures with their baselines and limits. Ends with 1 when a bench failed or missed a limit. It stores nothing.
//
// `npm run bench -- --size 10000 --size 1000000` runs the benches of AT_SIZE once for each size on a corpus of so many items, which is made
// from the declarations of the product. `--keep folder` keeps the corpus for later runs.

import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'src/server/cli/build.ts';
import { isMet, tableOf, type Figure } from 'tests/bench/figures.ts';
import { machineText, makeSample, runBench, type Running } from 'tests/bench/runBench.ts';
import { corpusStore } from 'tests/bench/scale/corpusStore.ts';
import { removeStore, type Store } from 'tests/e2e/harness/Store.ts';

/** Benches that run with `--size`. The first ones need a corpus; the others run on the sample community without it. */
const NEED_CORPUS = ['searchAtSize', 'readyAtSize', 'visibility', 'people', 'watchersAtSize', 'writesBesideSearches'];
const AT_SIZE = [...NEED_CORPUS, 'read', 'saves', 'edit', 'sockets'];

let sample: Promise<Store> | undefined;

const sampleOnce = (): Promise<Store> => (sample ??= makeSample());

const benchFiles = async (names: readonly string[], sized: boolean): Promise<string[]> => {
  const all = (await readdir(new URL('.', import.meta.url))).filter((name) => name.endsWith('.bench.ts')).sort();
  if (names.length > 0) return all.filter((file) => names.some((each) => file.includes(each)));
  const named = (list: readonly string[]) => (file: string) => list.includes(file.replace('.bench.ts', ''));
  return sized ? all.filter(named(AT_SIZE)) : all.filter((file) => !named(NEED_CORPUS)(file));
};

interface Outcome {
  readonly figures: Figure[];
  readonly failed: string[];
}

const runAll = async (files: readonly string[], { figures, failed }: Outcome, running: Running): Promise<void> => {
  for (const file of files) {
    console.log(`\n${file}`);
    if (!(await runBench(file, running))) failed.push(file);
  }
  console.log(`\n(${figures.length} figures)`);
};

const runAtSize = async (files: readonly string[], outcome: Outcome, size: number, keep?: string): Promise<void> => {
  let corpus: Promise<Store> | undefined;
  const store = (): Promise<Store> =>
    (corpus ??= build({ ifChanged: true }).then(() => corpusStore(sampleOnce, { size, keep })));
  const report = (figure: Figure): void =>
    void outcome.figures.push({ ...figure, name: `${figure.name}, ${size} items` });
  await runAll(files, outcome, { store, report });
  if (corpus && keep === undefined) await removeStore(await corpus, undefined);
};

const run = async (): Promise<number> => {
  const { values, positionals } = parseArgs({
    options: { size: { type: 'string', multiple: true, default: [] }, keep: { type: 'string' } },
    allowPositionals: true,
  });
  const outcome: Outcome = { figures: [], failed: [] };
  const { figures, failed } = outcome;
  const files = await benchFiles(positionals, values.size.length > 0);
  if (values.size.length === 0)
    await runAll(files, outcome, { store: sampleOnce, report: (figure) => void figures.push(figure) });
  for (const size of values.size)
    await runAtSize(files, outcome, Number(size), values.keep === undefined ? undefined : resolve(values.keep));
  if (sample) await removeStore(await sample, undefined);
  console.log(`\n${machineText()}`);
  console.log(tableOf(figures));
  for (const file of failed) console.log(`${file} FAILED`);
  return failed.length > 0 || figures.some((figure) => isMet(figure) === false) ? 1 : 0;
};

process.exitCode = await run();
