// Creates many items from the declarations: any number of items and reader sets, the same for the same seed. Used by benches and by search
// tests, which need arbitrary readers. Items of the product itself are always written by the store.

import { seededRandom, type SeededRandom } from 'src/base/seededRandom.ts';
import { LEVELS, levelRank, type Level } from 'src/model/access/levels.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import { relationTargets } from 'src/model/query/queryKeys.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import { foldText } from 'src/model/text/foldText.ts';
import type { ComputeClock } from 'src/server/extend.ts';
import { createTermInterner } from 'src/server/store/terms.ts';
import type { Queryable } from 'src/server/store/database.ts';
import { itemPlan } from 'src/server/store/itemPlan.ts';
import { geometryParameters } from 'src/server/store/geometryRows.ts';
import { splitItem, type SplitItem } from 'src/server/store/splitItem.ts';

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
const ints = (values: readonly number[]): string => `{${values.join(',')}}`;

const INSERT_ITEMS = `insert into item (t, i, n, u, acl, level, owners, created, creator, updated, updater, label, folded, terms, sort_keys, body, tsv)
  select t, i, n, 1, acl, level, '{}', created, creator, created, creator, label, folded, terms::int[], sort_keys, body, tsv::tsvector
  from jsonb_to_recordset($1::jsonb) as r (t smallint, i int, n int, acl int, level smallint, created timestamptz, creator text, label text, folded text, terms text, sort_keys jsonb, body jsonb, tsv text)`;
const INSERT_LEVELS = `insert into item_level (t, i, level, acl, terms, sort_keys, body, tsv)
  select t, i, level, acl, terms::int[], sort_keys, body, tsv::tsvector
  from jsonb_to_recordset($1::jsonb) as r (t smallint, i int, level smallint, acl int, terms text, sort_keys jsonb, body jsonb, tsv text)`;
const INSERT_GEOMETRIES = `insert into item_geometry (t, i, prop, level, acl, geometry, kind, points, box, simple_z4, simple_z8, simple_z12, cell, cell_box)
  select t, i, prop, level, acl, geometry, kind, points, box, simple_z4, simple_z8, simple_z12, cell, cell_box
  from json_populate_recordset(null::item_geometry, $1::json)`;

const geometriesOf = (seed: Seed, { shapes }: SplitItem): object[] => {
  const geometries = shapes.map(({ prop, level, geometry }) => ({
    prop,
    level: level === undefined ? 0 : levelRank(level),
    acl: (level && seed.levels[level]) ?? seed.acl,
    value: geometry,
    rule: seed.type.properties[prop]?.geo,
    held: false,
  }));
  const rows = JSON.parse(geometryParameters(geometries)[0]) as object[];
  return rows.map((row) => ({ t: seed.type.number, i: seed.number, ...row }));
};

const insertBatch = async (
  db: Queryable,
  book: ReturnType<typeof createTermInterner>,
  clocks: Clocks,
  seeds: readonly Seed[],
): Promise<void> => {
  const items: unknown[] = [];
  const levels: unknown[] = [];
  const splits = seeds.map((seed) => {
    const { type, number, creator, level, properties } = seed;
    return {
      seed,
      split: splitItem(
        itemPlan(type),
        { id: itemId(type.name, number), creator, updater: creator, level, properties },
        { clocks, zone: 'UTC' },
      ),
    };
  });
  await book.intern(
    splits.flatMap(({ split }) => [...split.base.terms, ...[...split.levels.values()].flatMap(({ terms }) => terms)]),
  );
  for (const { seed, split } of splits) {
    const key = { t: seed.type.number, i: seed.number };
    const { base } = split;
    items.push({
      ...key,
      n: seed.n,
      acl: seed.acl,
      level: levelRank(seed.level),
      created: seed.created,
      creator: seed.creator,
      label: split.label,
      folded: foldText(split.label),
      terms: ints(await book.intern(base.terms)),
      sort_keys: base.sortKeys,
      body: base.body,
      tsv: base.tsv,
    });
    for (const [level, part] of split.levels) {
      const acl = seed.levels[level];
      if (acl === undefined) throw new Error(`No readers for ${level}`);
      levels.push({
        ...key,
        level: levelRank(level),
        acl,
        terms: ints(await book.intern(part.terms)),
        sort_keys: part.sortKeys,
        body: part.body,
        tsv: part.tsv,
      });
    }
  }
  await db.query(INSERT_ITEMS, [JSON.stringify(items)]);
  if (levels.length > 0) await db.query(INSERT_LEVELS, [JSON.stringify(levels)]);
  const geometries = splits.flatMap(({ seed, split }) => geometriesOf(seed, split));
  if (geometries.length > 0) await db.query(INSERT_GEOMETRIES, [JSON.stringify(geometries)]);
};

/** Writes the items without history or change feed; the columns are loaded afterwards. */
export const insertSeeds = async (db: Queryable, clocks: Clocks, seeds: Iterable<Seed>): Promise<void> => {
  const book = createTermInterner(db);
  let batch: Seed[] = [];
  for (const seed of seeds) {
    batch.push(seed);
    if (batch.length < BATCH) continue;
    await insertBatch(db, book, clocks, batch);
    batch = [];
  }
  if (batch.length > 0) await insertBatch(db, book, clocks, batch);
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
