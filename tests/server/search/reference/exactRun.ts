// A run of random writes and queries against the real server with the product's own declarations. After each write, the answers to random
// subjects must be those of the reference evaluator. Used by the test of exact search and by `npm run drill:exact`.

import { seededRandom, type SeededRandom } from 'src/base/seededRandom.ts';
import { VISITOR, type Subject } from 'src/model/access/Subject.ts';
import type { Query, SearchAnswer } from 'src/model/generated/wire.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { parseItemId } from 'src/model/item/itemId.ts';
import { isProblem } from 'src/model/problems.ts';
import { ORGANISATION_ZONE } from 'tests/clock/organisationDay.ts';
import { createSearch } from 'src/server/search/searchEngine.ts';
import { createFeed } from 'src/server/watch/changeFeed.ts';
import { startWorker } from 'tests/server/search/startWorker.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';
import { answerDifferences, pagedIds, pairDifferences } from 'tests/server/search/reference/compareAnswers.ts';
import { RANDOM_TYPES, randomBody } from 'tests/server/search/reference/randomItems.ts';
import { randomFacets, randomQuery, type QuerySource } from 'tests/server/search/reference/randomQueries.ts';
import { localInstant } from 'tests/server/search/reference/referenceDays.ts';
import type { ReferenceClock, ReferenceWorld } from 'tests/server/search/reference/referenceWorld.ts';
import { readGroundTruth, visibleTo, type GroundTruth } from 'tests/server/search/reference/storedItems.ts';

const ACTORS = [
  ...['visitor', 'creator', 'stranger', 'member', 'capability holder', 'protected reader', 'private reader'],
  ...['owner administrator', 'administrator'],
];
const ADMINISTRATOR = 'administrator';
const FIRST_ITEMS = 70;
const MOST_ITEMS = 160;
const MERGED_LIST = 'BEL_TYPES';
const LIST_KEYS = ['BASKET', 'DRUM', 'MASK'];
const MINUTE = 60_000;

/** A meeting is cancelled, to come, under way or past, by the clock of its organisation. */
const meetingState: ReferenceClock = ({ date, start, end, cancelled }, now) => {
  if (cancelled === true) return 'CANCELLED';
  if (typeof date !== 'string') return undefined;
  const at = (time: Json | undefined, standard: string): number =>
    localInstant(ORGANISATION_ZONE, `${date} ${typeof time === 'string' ? time : standard}:00`);
  const [begin, last] = [at(start, '00:00'), at(end, '23:59')];
  if (now >= Math.max(begin, last) + MINUTE) return 'PAST';
  return now >= begin ? 'ONGOING' : 'PENDING';
};

interface Run {
  readonly world: ProductWorld;
  readonly random: SeededRandom;
  readonly owners: readonly ItemId[];
  /** Deleted items that can be restored. */
  readonly deleted: Set<ItemId>;
  truth: GroundTruth;
}

const idsOf = ({ truth }: Run, type: string): ItemId[] =>
  truth.items.flatMap(({ head }) => (head._t === type ? [head.$id] : []));

const stampOf = ({ world, random }: Run) => {
  const by = world.idOf(random.pick(ACTORS.filter((actor) => actor !== 'visitor')));
  return { at: new Date(), by, actor: undefined };
};

const bodyFor = (run: Run, type: string) =>
  randomBody({ random: run.random, pool: (each) => idsOf(run, each) }, type, run.owners);

const create = async (run: Run, type = run.random.pick(RANDOM_TYPES)): Promise<void> => {
  const { database, items } = run.world.services;
  const body = Object.fromEntries(Object.entries(bodyFor(run, type)).filter(([, value]) => value !== null));
  await database.transaction((tx) => items.insert(tx, type, body, stampOf(run)));
};

const changeItem = async (run: Run, id: ItemId, changes: Readonly<Record<string, Json>>): Promise<void> => {
  const { database, items } = run.world.services;
  await database.transaction(async (tx) => {
    const stored = await items.find(tx, id, true);
    if (stored) await items.write(tx, stored, changes, stampOf(run));
  });
};

const change = async (run: Run): Promise<void> => {
  const type = run.random.pick(RANDOM_TYPES);
  const ids = idsOf(run, type);
  if (ids.length === 0) return;
  const chosen = run.random.some(Object.entries(bodyFor(run, type)), run.random.whole(1, 3));
  await changeItem(run, run.random.pick(ids), Object.fromEntries(chosen));
};

/** Changes who may read, with the items that inherit it. */
const changeReaders = async (run: Run): Promise<void> => {
  const type = run.random.pick(['Belonging', 'Belonging', 'RepatriationClaim', 'CareNote', 'SpatialFeature']);
  const ids = idsOf(run, type);
  if (ids.length === 0) return;
  const body = bodyFor(run, type);
  const level = type === 'SpatialFeature' ? 'access' : '$access';
  await changeItem(run, run.random.pick(ids), {
    [level]: body[level] ?? 'PRIVATE',
    ...(run.random.chance(0.3) && { owner: run.random.pick(run.owners) }),
  });
};

const remove = async (run: Run): Promise<void> => {
  const types = RANDOM_TYPES.filter((type) => type !== 'Organization');
  const ids = types.flatMap((type) => idsOf(run, type));
  if (ids.length === 0) return;
  const id = run.random.pick(ids);
  const { head } = run.truth.items.find((each) => each.head.$id === id) ?? {};
  const answer = await run.world.ask(ADMINISTRATOR, `delete/${id}`, { _u: head?._u ?? 0 });
  if ('ok' in answer) run.deleted.add(id);
};

const restore = async (run: Run): Promise<void> => {
  const [id] = run.random.some([...run.deleted], 1);
  if (id === undefined) return;
  const { type, number } = parseItemId(id);
  run.deleted.delete(id);
  await run.world.ask(ADMINISTRATOR, 'act/restoreItem', { _t: type, _i: number });
};

const changeMembership = async (run: Run): Promise<void> => {
  const actor = run.random.pick(['stranger', 'member', 'protected reader', 'private reader']);
  const reads = run.random.pick(['COMMUNITY', 'PROTECTED', 'PRIVATE']);
  const owner = run.random.pick(run.owners);
  const memberships = [{ owner, reads, admin: false, capabilities: run.random.some(['Research', 'Belongings'], 1) }];
  await changeItem(run, run.world.idOf(actor), { memberships: run.random.chance(0.15) ? [] : memberships });
};

const mergeValues = async (run: Run): Promise<void> => {
  const [from = '', into = ''] = run.random.some(LIST_KEYS, 2);
  const merge = { list: MERGED_LIST, owner: run.world.own, from, into };
  await run.world.ask(ADMINISTRATOR, 'act/mergeListValues/async', merge);
  await run.world.runJobs();
};

/** Writes with their weights. Jobs move the readers of items below a changed one, which searches must not wait for. */
const WRITES: readonly (readonly [weight: number, write: (run: Run) => Promise<void>])[] = [
  [30, create],
  [40, change],
  [25, changeReaders],
  [12, remove],
  [10, restore],
  [10, changeMembership],
  [1, mergeValues],
  [1, ({ world }) => world.runJobs()],
];

const randomWrite = async (run: Run): Promise<void> => {
  const isFull = run.truth.items.length > MOST_ITEMS;
  const all = WRITES.flatMap(([weight, write]) =>
    Array.from({ length: isFull && write === create ? 0 : weight }, () => write),
  );
  try {
    await run.random.pick(all)(run);
  } catch (error) {
    // Rules of the store refuse some of the random writes, such as the deletion of an organisation with records.
    if (!isProblem(error)) throw error;
  }
  run.truth = await readGroundTruth(run.world.services.database, run.world.services.registry);
};

const subjectOf = async ({ world }: Run, actor: string): Promise<Subject> =>
  (actor === 'visitor' ? undefined : await world.services.sessions.subjectOf(world.idOf(actor))) ?? VISITOR;

const seenWorld = ({ world, truth }: Run, subject: Subject): ReferenceWorld => ({
  registry: world.services.registry,
  items: visibleTo(truth, subject),
  now: Date.now(),
  zone: ORGANISATION_ZONE,
  clocks: { 'Meeting.state': meetingState },
});

const asker =
  ({ world }: Run, actor: string) =>
  async (query: Query): Promise<SearchAnswer> => {
    const answer = await world.ask(actor, 'search/ids', query as unknown as Json);
    if ('refused' in answer) throw new Error(`refused: ${JSON.stringify(answer)} to ${JSON.stringify(query)}`);
    return answer.ok as unknown as SearchAnswer;
  };

const comparePairs = async (
  run: Run,
  source: QuerySource,
  subject: Subject,
  seen: ReferenceWorld,
): Promise<string[]> => {
  const { type, query } = randomQuery(source);
  const [value, by] = randomFacets(source, type, 6).filter((key) => key !== '_t');
  if (value === undefined || by === undefined) return [];
  const { search, readFilters } = run.world.services;
  const counts = { facets: [value, by].map((key) => ({ key, max: 1000 })), pairs: [[value, by] as const] };
  const [answer] = await search.count(await readFilters.readFilterFor(subject), [{ query, counts }]);
  return pairDifferences(seen, query, [value, by], answer?.pairs[0] ?? []).map(
    (each) => `${each} ${JSON.stringify(query)}`,
  );
};

/** Asks one random query as one random subject. */
const compareOnce = async (run: Run): Promise<string[]> => {
  const actor = run.random.pick(ACTORS);
  const subject = await subjectOf(run, actor);
  const all = seenWorld(run, { ...VISITOR, admin: true });
  const source = { random: run.random, world: all, isVisitor: actor === 'visitor' };
  const seen = seenWorld(run, subject);
  if (run.random.chance(0.1))
    return (await comparePairs(run, source, subject, seen)).map((each) => `${actor}: ${each}`);
  const asked = randomQuery(source);
  const ask = asker(run, actor);
  const answer = await ask(asked.query);
  const differences = answerDifferences(seen, asked, answer);
  if (answer.total > 3 && run.random.chance(0.2)) {
    const paged = await pagedIds(ask, asked.query, Math.ceil(answer.total / 3));
    if (paged.join() !== answer.ids.join()) differences.push(`pages: ${paged.join()}, whole ${answer.ids.join()}`);
  }
  return differences.map((each) => `${actor}: ${each} ${JSON.stringify(asked.query)}`);
};

export interface Restarted {
  readonly from: 'snapshot' | 'tables' | undefined;
  /** Rows that were read again. */
  readonly changed: number;
  /** Rows that differ from the table after the start. */
  readonly differences: number;
}

/** Starts a further search process, compares its columns with the table, and stops it, so that it saves them. */
const openFurther = async ({ world }: Run, folder: string): Promise<Restarted> => {
  const { database, registry, items, clock } = world.services;
  const log = (message: string, error?: unknown): void => console.error(message, error);
  const feed = createFeed({ database, log });
  const snapshot = { folder, build: 'program', worthSaving: 0 };
  const search = createSearch({ registry, database, items, feed, clock, startWorker, log, snapshot });
  await search.ready();
  await search.textsRead();
  const { from, changed = 0 } = search.indexStart() ?? {};
  await search.check.pass();
  const { differences } = search.check.figures();
  await feed.stop();
  await search.stop();
  return { from, changed, differences };
};

export interface ExactRun {
  /** Makes a write and compares answers. Returns the differences. */
  step(): Promise<string[]>;
  /** Compares all columns with the table. Returns the number of differences. */
  check(): Promise<number>;
  /** Makes writes while a further process does not run, then starts it from the snapshot that it saved before. */
  restart(folder: string): Promise<Restarted>;
  stop(): Promise<void>;
}

const QUERIES_PER_STEP = 5;
const WRITES_PER_RESTART = 5;

export const openExactRun = async (seed: number): Promise<ExactRun> => {
  const world = await openProductWorld();
  const { database, registry, search } = world.services;
  const random = seededRandom(seed);
  const truth = await readGroundTruth(database, registry);
  const owners = truth.items.flatMap(({ head }) => (head._t === registry.ownerType ? [head.$id] : []));
  const run: Run = { world, random, owners, deleted: new Set(), truth };
  for (const key of LIST_KEYS)
    await world.newItem({
      type: 'LOVValue',
      level: 'PUBLIC',
      mark: key,
      more: { list: MERGED_LIST, key, owner: world.own },
    });
  for (let at = 0; at < FIRST_ITEMS; at++) {
    await create(run, RANDOM_TYPES[at % RANDOM_TYPES.length]);
    run.truth = await readGroundTruth(database, registry);
  }
  return {
    async step() {
      await randomWrite(run);
      const differences: string[] = [];
      for (let at = 0; at < QUERIES_PER_STEP; at++) differences.push(...(await compareOnce(run)));
      return differences;
    },
    async check() {
      await search.check.pass();
      return search.check.figures().differences;
    },
    async restart(folder) {
      for (let at = 0; at < WRITES_PER_RESTART; at++) await randomWrite(run);
      return await openFurther(run, folder);
    },
    stop: world.stop,
  };
};
