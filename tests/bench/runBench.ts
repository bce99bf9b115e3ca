// Runs a bench in its own process and receives its figures. Called by main.ts and drillPeer.ts.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { build } from 'src/server/cli/build.ts';
import type { Figure, FromMain, ToMain } from 'tests/bench/figures.ts';
import { startServer } from 'tests/e2e/harness/startServer.ts';
import { emptyStore, type Store } from 'tests/e2e/harness/Store.ts';

/** Returns the store of a stopped server with the sample community. */
export const makeSample = async (): Promise<Store> => {
  console.log('(building the product and making the sample community)');
  await build({ ifChanged: true });
  const store = await emptyStore(undefined);
  await (await startServer(store)).stop();
  return store;
};

export interface Running {
  /** Returns the data that benches copy. */
  readonly store: () => Promise<Store>;
  report(figure: Figure): void;
}

/** Returns whether the bench finished. */
export const runBench = async (file: string, { store, report }: Running): Promise<boolean> => {
  const child = fork(fileURLToPath(new URL('./child.ts', import.meta.url)), [file], { stdio: 'inherit' });
  child.on('message', (message: ToMain) => {
    if ('figure' in message) report(message.figure);
    else
      void store().then(
        (made) => child.send({ sample: made } satisfies FromMain),
        (error: unknown) => {
          console.error(error);
          child.kill();
        },
      );
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
};

/** Returns the machine and its load, for the line above a table. */
export const machineText = (): string => {
  const loads = loadavg().map((each) => each.toFixed(1));
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  return `${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}, ${memory}, Node ${process.version}, load ${loads.join(' ')}`;
};
