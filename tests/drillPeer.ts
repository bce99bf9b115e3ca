// `npm run drill:peer`: measures the built product and Directus over the same 300,000 archive entries in one run, and prints a table with
// the limits. `-- --size 30000` sets another number of entries, `--keep folder` keeps the data and the installation for later runs.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'src/server/cli/build.ts';
import { isMet, tableOf, type Figure } from 'tests/bench/figures.ts';
import { machineText, makeSample, runBench } from 'tests/bench/runBench.ts';
import { corpusStore } from 'tests/bench/scale/corpusStore.ts';
import { removeStore, type Store } from 'tests/e2e/harness/Store.ts';
import { DIRECTUS_VERSION, installDirectus } from 'tests/peer/directusProgram.ts';
import { FOLDER } from 'tests/bench/measurePeer.ts';

/** Share of archive entries in the corpus. */
const ENTRIES = 0.6;

const { values } = parseArgs({ options: { size: { type: 'string', default: '300000' }, keep: { type: 'string' } } });
const keep = values.keep === undefined ? undefined : resolve(values.keep);
const folder = keep ?? mkdtempSync(join(tmpdir(), 'kk-peer-'));
const installed = join(folder, `directus-${DIRECTUS_VERSION}`);
await installDirectus(installed);
process.env[FOLDER] = installed;

const sampleStore = async (): Promise<Store> => {
  sample = await makeSample();
  return sample;
};
let sample: Store | undefined;
const figures: Figure[] = [];
await build({ ifChanged: true });
const store = await corpusStore(sampleStore, { size: Math.round(Number(values.size) / ENTRIES), keep });
const finished = await runBench('measurePeer.ts', {
  store: () => Promise.resolve(store),
  report: (figure) => void figures.push(figure),
});
if (sample) await removeStore(sample, undefined);
if (keep === undefined) {
  await removeStore(store, undefined);
  rmSync(folder, { recursive: true, force: true });
}
console.log(`\n${machineText()}`);
console.log(tableOf(figures));
process.exitCode = finished && figures.every((figure) => isMet(figure) !== false) ? 0 : 1;
