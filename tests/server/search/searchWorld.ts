// A search over a seeded toy library with readers of every kind, and the same items as each subject may see them.

import { expect } from 'vitest';
import { levelRank, type Level } from 'src/model/access/levels.ts';
import type { Membership, Subject } from 'src/model/access/Subject.ts';
import { VISITOR } from 'src/model/access/Subject.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { itemId, parseItemId } from 'src/model/item/itemId.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { createReadFilters } from 'src/server/store/readers/readFilters.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import { readable } from 'src/server/store/readers/readCondition.ts';
import type { ComputeClock } from 'src/server/extend.ts';
import { createSearch } from 'src/server/search/searchEngine.ts';
import type { Search } from 'src/server/search/searchEngine.ts';
import type { Database, Queryable } from 'src/server/store/database.ts';
import { createFeed, type Feed } from 'src/server/watch/changeFeed.ts';
import type { Seed } from 'tests/bench/corpus.ts';
import { startWorker } from 'tests/server/search/startWorker.ts';
import type { ReferenceClock, ReferenceWorld, VisibleItem } from 'tests/server/search/reference/referenceWorld.ts';

export const NOW = Date.parse('2025-06-15T12:00:00Z');

const moment = (value: Json | undefined): number | undefined =>
  typeof value === 'string' ? Date.parse(value) : undefined;

/** The toy world's own clock value: a loan is PENDING, ONGOING from its start, PAST from its end. */
export const toyClocks: Readonly<Record<string, ComputeClock>> = {
  loanState: ({ from, to }) => {
    const start = moment(from);
    const end = moment(to);
    return [
      { from: -Infinity, value: 'PENDING' },
      ...(start === undefined ? [] : [{ from: start, value: 'ONGOING' }]),
      ...(end === undefined ? [] : [{ from: Math.max(end, start ?? end), value: 'PAST' }]),
    ];
  },
};

const loanState: ReferenceClock = (item, now) => {
  const start = moment(item['from']);
  const end = moment(item['to']);
  if (end !== undefined && now >= Math.max(end, start ?? end)) return 'PAST';
  return start !== undefined && now >= start ? 'ONGOING' : 'PENDING';
};

export const subject = (
  userId: ItemId,
  reads: readonly (readonly [ItemId, Level])[],
  more: Partial<Subject> = {},
): Subject => ({
  ...VISITOR,
  userId,
  memberships: reads.map(([owner, level]): Membership => ({ owner, reads: level, admin: false, capabilities: [] })),
  ...more,
});

/** The store's own `labels`, as far as a search needs it. */
const labels = async (
  db: Queryable,
  readFilter: ReadFilter,
  ids: readonly ItemId[],
  registry: ServerRegistry,
): Promise<Map<ItemId, string>> => {
  const keys = ids.map(parseItemId);
  const rows = await db.query<{ t: number; i: number; label: string }>(
    `select i.t, i.i, i.label from unnest($1::smallint[], $2::int[]) as asked (t, i) join item i on i.t = asked.t and i.i = asked.i where ${readable('i.acl', '$3')}`,
    [keys.map(({ type }) => registry.types[type]?.number ?? 0), keys.map(({ number }) => number), readFilter.mask],
  );
  const names = new Map(Object.values(registry.types).map(({ number, name }) => [number, name]));
  return new Map(rows.map(({ t, i, label }) => [itemId(names.get(t) ?? '', i), label]));
};

export interface SearchServices {
  readonly search: Search;
  readonly feed: Feed;
  readonly readFilters: ReturnType<typeof createReadFilters>;
  stop(): Promise<void>;
}

export const log = (message: string, error?: unknown): void => {
  console.error(message, error);
};

export const openSearch = async (
  registry: ServerRegistry,
  database: Database,
  now = NOW,
  timeout?: number,
): Promise<SearchServices> => {
  const readFilters = createReadFilters(database);
  const feed = createFeed({ database, log });
  const items = {
    labels: (db: Queryable, readFilter: ReadFilter, ids: readonly ItemId[]) => labels(db, readFilter, ids, registry),
  };
  const search = createSearch({
    registry,
    database,
    items,
    feed,
    clock: { now: () => new Date(now) },
    startWorker,
    log,
    ...(timeout !== undefined && { timeout }),
  });
  await search.ready();
  await search.textsRead();
  expect(search.hasTexts()).toBe(true);
  return {
    search,
    feed,
    readFilters,
    async stop() {
      await feed.stop();
      await search.stop();
    },
  };
};

/** A seed as the gate may see it; undefined when it may not. */
export const seenBy = (
  readFilter: ReadFilter,
  { type, number, n, acl, levels, level, created, creator, properties }: Seed,
): VisibleItem | undefined => {
  if (!readFilter.canRead(acl)) return undefined;
  const visible = Object.entries(properties).filter(([name]) => {
    const own = type.properties[name]?.level;
    return own === undefined || levelRank(own) <= levelRank(level) || readFilter.canRead(levels[own] ?? -1);
  });
  const item = {
    $id: itemId(type.name, number),
    _t: type.name,
    _i: number,
    _u: 1,
    _c: { ts: created.toISOString(), creator },
    updated: created.toISOString(),
    updatedBy: creator,
    $label: '',
    ...Object.fromEntries(visible),
  } as unknown as Item;
  return { item, n, visibility: level };
};

export const worldOf = (
  registry: ServerRegistry,
  readFilter: ReadFilter,
  seeds: readonly Seed[],
  now = NOW,
): ReferenceWorld => ({
  registry,
  now,
  zone: 'UTC',
  clocks: { 'Loan.state': loanState },
  items: new Map(
    seeds.flatMap((seed) => {
      const seen = seenBy(readFilter, seed);
      return seen ? [[seen.item.$id, seen] as const] : [];
    }),
  ),
});
