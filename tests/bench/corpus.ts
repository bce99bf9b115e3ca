// Creates many items from the declarations: any number of items and reader sets, the same for the same seed. Used by benches and by search
// tests, which need arbitrary readers. Items of the product itself are always written by the store.

import { setImmediate } from 'node:timers/promises';
import { overlapped } from 'src/base/overlapped.ts';
import { seededRandom, type SeededRandom } from 'src/base/seededRandom.ts';
import { LEVELS, levelRank, type Level } from 'src/model/access/levels.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import { relationTargets } from 'src/model/query/queryKeys.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import type { ComputeClock } from 'src/server/extend.ts';
import { assembleRow } from 'src/server/store/assembleRow.ts';
import type { ItemStorage } from 'src/server/store/itemStorage.ts';
import type { JobHandlers } from 'src/server/store/jobRows.ts';
import { CLOSE_PENDING_LISTS } from 'src/server/store/pendingLists.ts';
import { createTermInterner } from 'src/server/store/terms.ts';
import type { Queryable } from 'src/server/store/database.ts';
import { itemPlan, type ItemPlan } from 'src/server/store/itemPlan.ts';
import { splitItem, type SplitItem, type Term } from 'src/server/store/splitItem.ts';
import { writeMany } from 'src/server/store/writeMany.ts';
import type { ItemToWrite, RestrictedRow } from 'src/server/store/writeStatements.ts';

/** One item with explicit readers: `acl` for the item, `levels` for properties of a stricter level. */
export interface Seed {
  readonly type: ServerItemType;
  readonly number: number;
  readonly n: number;
  readonly acl: number;
  readonly levels: Readonly<Partial<Record<Level, number>>>;
  readonly level: Level;
  readonly created: Date;
  readonly creator: ItemId;
  readonly properties: Readonly<Record<string, Json>>;
}

type Clocks = Readonly<Record<string, ComputeClock>>;
const BATCH = 1000;
/** Rows that are prepared without a pause: the statement of the batch before is sent meanwhile. */
const PREPARED_AT_ONCE = 50;
type Interner = ReturnType<typeof createTermInterner>;
type SplitSeed = readonly [Seed, SplitItem];

const aclAt = ({ levels }: Seed, level: Level): number => {
  const acl = levels[level];
  if (acl === undefined) throw new Error(`No readers for ${level}`);
  return acl;
};

/** Returns the row that the store would write, with the readers of the seed. */
const seedRow = async (book: Interner, plan: ItemPlan, [seed, split]: SplitSeed): Promise<ItemToWrite> => {
  const { number, n, acl, level, creator, created, properties } = seed;
  const names = new Set(split.levels.keys());
  for (const shape of split.shapes) if (shape.level !== undefined) names.add(shape.level);
  const parts: RestrictedRow[] = [];
  for (const name of names) {
    const { terms = [], sortKeys = {}, body = {}, tsv = '' } = split.levels.get(name) ?? {};
    const numbers = terms.length > 0 ? await book.intern(terms) : [];
    parts.push({ level: levelRank(name), acl: aclAt(seed, name), terms: numbers, sortKeys, body, tsv });
  }
  const geometries = split.shapes.map(({ prop, level: stricter, geometry }) => ({
    prop,
    level: levelRank(stricter ?? 'PUBLIC'),
    acl: stricter === undefined ? acl : aclAt(seed, stricter),
    value: geometry,
    rule: plan.type.properties[prop]?.geo,
    held: false,
  }));
  const at = created.toISOString();
  const stored = {
    id: itemId(plan.type.name, number),
    type: plan.type.name,
    number,
    n,
    u: 1,
    acl,
    level,
    owners: [],
    levels: {},
    created: at,
    creator,
    updated: at,
    updater: creator,
    label: split.label,
    properties,
  };
  const indexed = { split, terms: await book.intern(split.base.terms), parts, geometries };
  const metadata = { at: created, by: creator, actor: undefined };
  return assembleRow(plan, { stored, indexed, metadata, kind: 'created', diff: {} });
};

function* inBatches(seeds: Iterable<Seed>): Generator<Seed[]> {
  let batch: Seed[] = [];
  for (const seed of seeds) {
    if (batch.push(seed) < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

const termsOf = ({ base, levels }: SplitItem): Term[] => [
  ...base.terms,
  ...[...levels.values()].flatMap(({ terms }) => terms),
];

interface RowBatch {
  readonly rows: readonly ItemToWrite[];
  readonly types: ReadonlySet<string>;
}

async function* rowBatches(db: Queryable, clocks: Clocks, seeds: Iterable<Seed>): AsyncGenerator<RowBatch> {
  const book = createTermInterner(db);
  const plans = new Map<ServerItemType, ItemPlan>();
  for (const batch of inBatches(seeds)) {
    const splits: SplitSeed[] = [];
    for (const [at, seed] of batch.entries()) {
      if (at % PREPARED_AT_ONCE === 0) await setImmediate();
      const { type, number, creator, level, properties } = seed;
      const plan = plans.get(type) ?? itemPlan(type);
      plans.set(type, plan);
      const item = { id: itemId(type.name, number), creator, updater: creator, level, properties };
      splits.push([seed, splitItem(plan, item, { clocks, zone: 'UTC' })]);
    }
    // New terms of the batch are interned together.
    await book.intern(splits.flatMap(([, split]) => termsOf(split)));
    const rows: ItemToWrite[] = [];
    for (const [at, each] of splits.entries()) {
      if (at % PREPARED_AT_ONCE === 0) await setImmediate();
      rows.push(await seedRow(book, plans.get(each[0].type) ?? itemPlan(each[0].type), each));
    }
    yield { rows, types: new Set(batch.map(({ type }) => type.name)) };
  }
}

/** The part of the services that prepares the indexes for many items. */
interface BulkServices {
  readonly items: Pick<ItemStorage, 'expectMany'>;
  readonly jobs: JobHandlers;
}

/** Writes the items as packages are written, without history or change feed; the columns are loaded afterwards. */
export const insertSeeds = async (
  db: Queryable,
  clocks: Clocks,
  seeds: Iterable<Seed>,
  store?: BulkServices,
): Promise<void> => {
  const writer = { query: db.query.bind(db), addJob: () => Promise.resolve() };
  await overlapped(rowBatches(db, clocks, seeds), async ({ rows, types }) => {
    for (const type of types) await store?.items.expectMany(type, Infinity);
    await writeMany(writer, 'load', rows);
  });
  await store?.jobs[CLOSE_PENDING_LISTS]?.({}, new AbortController().signal);
};

const WORDS =
  'river cedar stone lantern meadow copper thimble harbour walnut pebble fiddle marsh anchor saffron kettle orchard willow garnet mallet ember linen tide plume quarry'.split(
    ' ',
  );
const DAY = 86_400_000;

/** Items that relations may point to, per type. */
export type Pool = Readonly<Record<string, readonly number[]>>;

export interface Making {
  readonly registry: ServerRegistry;
  readonly random: SeededRandom;
  readonly pool: Pool;
  readonly now: number;
  /** Returns a text of that many words; by default of a few words. */
  readonly words?: (random: SeededRandom, count: number) => string;
  /** Number of words of a long text. */
  readonly longText?: number;
  /** Probability that an optional property has no value. */
  readonly absent?: number;
}

const tsv = (random: SeededRandom, count: number): string =>
  Array.from({ length: count }, () => random.pick(WORDS)).join(' ');
const dayNear = ({ random, now }: Making): string =>
  new Date(now + random.whole(-400, 200) * DAY).toISOString().slice(0, 10);

const related = ({ registry, random, pool }: Making, property: Property): Json | undefined => {
  const targets = relationTargets(registry, property).filter((name) => (pool[name]?.length ?? 0) > 0);
  if (targets.length === 0) return undefined;
  const name = random.pick(targets);
  return itemId(name, random.pick(pool[name] ?? []));
};

/** Number of words of a short text. Values that a facet counts are single words, as keywords are. */
const shortLength = ({ random, words }: Making, { many }: Property): number =>
  many === true && words ? 1 : random.whole(1, 4);

const oneValue = (making: Making, property: Property): Json | undefined => {
  const { random, registry, now, words = tsv, longText = 12 } = making;
  switch (property.kind) {
    case 'text':
    case 'language':
      return words(random, shortLength(making, property)).slice(0, property.maxLength);
    case 'longText':
      return words(random, longText).slice(0, property.maxLength);
    case 'translated':
      return { en: words(random, 2) };
    case 'integer':
      return random.whole(Math.max(property.minimum ?? 0, 0), Math.min(property.maximum ?? 2020, 2020));
    case 'number':
      return random.whole(0, 40) / 10;
    case 'boolean':
      return random.chance(0.5);
    case 'date':
      return dayNear(making);
    case 'approximateDate':
      return random.chance(0.5) ? dayNear(making).slice(0, 4) : dayNear(making).slice(0, 7);
    case 'dateTime':
      return new Date(now + random.whole(-400, 200) * DAY + random.whole(0, DAY)).toISOString();
    case 'time':
      return `${String(random.whole(0, 23)).padStart(2, '0')}:30`;
    case 'enum':
      return random.pick(property.values ?? ['X']);
    case 'level':
      return random.pick(LEVELS);
    case 'list':
      return random.pick([
        ...(registry.lists[property.list?.list ?? '']?.values.map(({ key }) => key) ?? ['X']),
        'OTHER',
      ]);
    case 'relation':
      return related(making, property);
    case 'geometry':
      return { type: 'Point', coordinates: [random.whole(-140, -60), random.whole(40, 70)] };
    case 'email':
      return `${random.pick(WORDS)}@example.org`;
    case 'phone':
      return '555-010-0000';
    case 'url':
      return `https://example.org/${random.pick(WORDS)}`;
    case 'color':
      return '#336699';
    case 'object':
      return objectOf(making, property.properties ?? {});
    default:
      return undefined;
  }
};

const objectOf = (making: Making, properties: Readonly<Record<string, Property>>): Record<string, Json> => {
  const values: Record<string, Json> = {};
  for (const property of Object.values(properties)) {
    const value = valueOf(making, property);
    if (value !== undefined) values[property.name] = value;
  }
  return values;
};

const valueOf = (making: Making, property: Property): Json | undefined => {
  const { random, absent = 0.3 } = making;
  if (property.computed || (!property.required && random.chance(absent))) return undefined;
  if (!property.many) return oneValue(making, property);
  const values = Array.from({ length: random.whole(1, Math.min(3, property.maxItems ?? 3)) }, () =>
    oneValue(making, property),
  );
  const distinct = [
    ...new Map(values.filter((value) => value !== undefined).map((value) => [JSON.stringify(value), value])).values(),
  ];
  return distinct.length > 0 ? distinct : undefined;
};

/** Returns values for declared properties, without some of them. Relations refer to items of the pool. */
export const makeProperties = (making: Making, type: ServerItemType): Record<string, Json> =>
  objectOf(making, type.properties);

export interface CorpusOptions {
  readonly registry: ServerRegistry;
  readonly types: readonly { readonly name: string; readonly count: number }[];
  readonly acls: readonly number[];
  /** Numbers of items and documents start above this if the database already has some. */
  readonly above?: number;
  readonly seed: number;
  readonly now: number;
}

/** Yields every item of the corpus, with acls from the list, one per item and level. */
export function* corpus({ registry, types, acls, seed, now, above = 0 }: CorpusOptions): Generator<Seed> {
  const random = seededRandom(seed);
  const pool: Record<string, number[]> = {};
  for (const { name, count } of types) pool[name] = Array.from({ length: count }, (_, index) => above + index + 1);
  let n = above;
  for (const { name, count } of types) {
    const type = registry.types[name];
    if (!type) throw new Error(`No type ${name}`);
    for (let number = above + 1; number <= above + count; number++) {
      n += 1;
      yield {
        type,
        number,
        n,
        acl: random.pick(acls),
        levels: { COMMUNITY: random.pick(acls), PROTECTED: random.pick(acls), PRIVATE: random.pick(acls) },
        level: random.pick(LEVELS),
        created: new Date(now - random.whole(0, 300) * DAY - random.whole(0, DAY)),
        creator: itemId('User', random.whole(1, 20)),
        properties: makeProperties({ registry, random, pool, now }, type),
      };
    }
  }
}

/** Gives items of a type the owner that most of the others have, so that its staff may edit them. `above`: number before the first. */
export const giveOwner = async (db: Queryable, type: number | undefined, above: number): Promise<void> => {
  await db.query(
    `update item set owners = most.owners, body = body || jsonb_build_object('owner', most.owner)
     from (
       select owners, body -> 'owner' as owner from item where t = $1 and i <= $2 group by 1, 2 order by count(*) desc limit 1
     ) most
     where t = $1 and i > $2`,
    [type, above],
  );
};
