// `npm run bench`: runs every *.bench.ts in turn, each in its own process, or those whose names contain an argument; then prints one table
// of all figures with their baselines and limits. Ends with 1 when a bench failed or missed a limit. It stores nothing.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { build } from 'src/server/cli/build.ts';
import { isMet, tableOf, type Figure, type FromMain, type ToMain } from 'tests/bench/figures.ts';
import { startServer } from 'tests/e2e/harness/startServer.ts';
import { emptyStore, removeStore, type Store } from 'tests/e2e/harness/Store.ts';

let sample: Promise<Store> | undefined;

const makeSample = async (): Promise<Store> => {
  console.log('(building the product and making the sample community)');
  await build({ ifChanged: true });
  const store = await emptyStore(undefined);
  await (await startServer(store)).stop();
  return store;
};

/** Returns whether the bench finished. */
const runBench = async (file: string, figures: Figure[]): Promise<boolean> => {
  const child = fork(fileURLToPath(new URL('./child.ts', import.meta.url)), [file], { stdio: 'inherit' });
  child.on('message', (message: ToMain) => {
    if ('figure' in message) figures.push(message.figure);
    else
      void (sample ??= makeSample()).then(
        (store) => child.send({ sample: store } satisfies FromMain),
        () => child.kill(),
      );
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
};

const run = async (wanted: readonly string[]): Promise<number> => {
  const all = (await readdir(new URL('.', import.meta.url))).filter((name) => name.endsWith('.bench.ts')).sort();
  const files = all.filter((file) => wanted.length === 0 || wanted.some((each) => file.includes(each)));
  const figures: Figure[] = [];
  const failed: string[] = [];
  for (const file of files) {
    console.log(`\n${file}`);
    if (!(await runBench(file, figures))) failed.push(file);
  }
  if (sample) await removeStore(await sample, undefined);
  const machine = `${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GB`;
  console.log(
    `\n${machine}, Node ${process.version}, load ${loadavg()
      .map((each) => each.toFixed(1))
      .join(' ')}`,
  );
  console.log(tableOf(figures));
  for (const file of failed) console.log(`${file} FAILED`);
  return failed.length > 0 || figures.some((figure) => isMet(figure) === false) ? 1 : 0;
};

process.exitCode = await run(process.argv.slice(2));
