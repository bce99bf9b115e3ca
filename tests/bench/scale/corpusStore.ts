// Data of a server with the sample community and the large corpus. Made once for each size, and again when the declarations or the
// generator change. Called by main.ts for `--size`.

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from 'src/base/clock.ts';
import { domain } from 'src/domain/server.ts';
import { registry as declared } from 'src/generated/registry.server.ts';
import { siteRegistry } from 'src/server/access/siteRegistry.ts';
import { createStoreServices } from 'src/server/access/storeServices.ts';
import { DEFAULT_SETTINGS } from 'src/server/siteSettings.ts';
import type { Database } from 'src/server/store/database.ts';
import { openDatabase } from 'src/server/store/openDatabase.ts';
import { insertSeeds, type Seed } from 'tests/bench/corpus.ts';
import { buildCommunity, type Person } from 'tests/bench/scale/corpusCommunity.ts';
import { productSeeds } from 'tests/bench/scale/productSeeds.ts';
import { copyFolder, copyStore, removeStore, type Store } from 'tests/e2e/harness/Store.ts';

/** Raised when the generator changes. */
const VERSION = 1;
const FACTS = 'corpus.json';
/** The registry of the site that the benches start. */
export const registryAtSize = siteRegistry(declared, DEFAULT_SETTINGS.site);
const REPORT_EVERY = 50_000;
const STATEMENT_MS = 30 * 60_000;

export interface CorpusFacts {
  readonly size: number;
  readonly persons: readonly Person[];
  /** Hash of what the corpus was made from. */
  readonly made: string;
}

const hashOfInputs = (size: number): string =>
  createHash('sha256')
    .update(JSON.stringify([VERSION, size, declared]))
    .digest('hex');

const factsIn = async (folder: string): Promise<CorpusFacts | undefined> =>
  existsSync(join(folder, FACTS))
    ? (JSON.parse(await readFile(join(folder, FACTS), 'utf8')) as CorpusFacts)
    : undefined;

/** Throws when the store has no corpus: the bench was started without `--size`. */
export const corpusFacts = async (folder: string): Promise<CorpusFacts> => {
  const facts = await factsIn(folder);
  if (!facts) throw new Error('This bench needs a corpus: npm run bench -- --size 100000');
  return facts;
};

function* reported(seeds: Iterable<Seed>, size: number): Generator<Seed> {
  const began = performance.now();
  let count = 0;
  for (const seed of seeds) {
    yield seed;
    count += 1;
    if (count % REPORT_EVERY > 0) continue;
    const seconds = (performance.now() - began) / 1000;
    const megabytes = Math.round(process.memoryUsage.rss() / 1e6);
    console.log(`  ${count} of ${size} items, ${Math.round(count / seconds)} a second, memory ${megabytes} MB`);
  }
}

const fill = async (database: Database, size: number): Promise<readonly Person[]> => {
  const services = createStoreServices({ registry: registryAtSize, domain, database, clock: systemClock });
  const community = await buildCommunity({ ...services, database }, size);
  const seeds = productSeeds({ registry: registryAtSize, size, community, now: Date.now() });
  await insertSeeds(database, domain.clocks, reported(seeds, size), services);
  await database.query('update counter set next = 10000000');
  await database.query('vacuum analyze');
  return community.persons;
};

const makeCorpus = async (sample: Store, size: number): Promise<Store> => {
  console.log(`(making a corpus of ${size} items)`);
  const store = await copyStore(sample, undefined);
  const { database, stop } = await openDatabase({
    ...{ dataDir: store.folder, statementTimeout: STATEMENT_MS, log: console.error },
  });
  try {
    const facts: CorpusFacts = { size, persons: await fill(database, size), made: hashOfInputs(size) };
    await writeFile(join(store.folder, FACTS), JSON.stringify(facts));
  } finally {
    await stop();
  }
  return store;
};

export interface CorpusChoice {
  readonly size: number;
  /** Folder that keeps the corpus for later runs. */
  readonly keep: string | undefined;
}

/** Returns the store of a stopped server. `sample` is called when the corpus has to be made. */
export const corpusStore = async (sample: () => Promise<Store>, { size, keep }: CorpusChoice): Promise<Store> => {
  if (keep === undefined) return await makeCorpus(await sample(), size);
  const kept: Store = { kind: 'folder', folder: join(keep, String(size)) };
  if ((await factsIn(kept.folder))?.made === hashOfInputs(size)) return kept;
  await rm(kept.folder, { recursive: true, force: true });
  await mkdir(keep, { recursive: true });
  const made = await makeCorpus(await sample(), size);
  const partial: Store = { kind: 'folder', folder: `${kept.folder}.partial` };
  await rm(partial.folder, { recursive: true, force: true });
  await mkdir(partial.folder);
  copyFolder(made.folder, partial.folder);
  await rename(partial.folder, kept.folder);
  await removeStore(made, undefined);
  return kept;
};
