// Items of the large corpus, one after the other, from the declarations of the product: the same for the same seed and size. A third is
// public; the others belong to organizations and often name further readers.

import { DAY_MS } from 'src/base/dayMs.ts';
import { seededRandom, type SeededRandom } from 'src/base/seededRandom.ts';
import { LEVELS, type Level } from 'src/model/access/levels.ts';
import type { Json } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import { makeProperties, type Making, type Seed } from 'tests/bench/corpus.ts';
import { sharesOf } from 'tests/bench/scale/shares.ts';
import { zipfWords } from 'tests/bench/scale/vocabulary.ts';

/** Numbers of the corpus begin here, after those of the sample community. */
export const FIRST_NUMBER = 100_001;
const SEED = 20_260_815;
/** The corpus is older than the sample community, whose items lists show first. */
const NEWEST_DAYS = 600;
const OLDEST_DAYS = 4_000;
const WORDS_OF_LONG_TEXT = 60;
const ABSENT = 0.6;
const POLYGONS = 0.2;
const OWN_READERS = 2 / 3;

/** Readers of an item that belongs to the organization. */
export interface ReaderSet {
  readonly organization: number;
  readonly level: Level;
  readonly acl: number;
}

export interface Community {
  readonly organizations: readonly number[];
  readonly people: readonly number[];
  readonly sets: readonly ReaderSet[];
  readonly everyone: number;
  /** Readers of restricted parts, by organization and level. */
  readonly parts: ReadonlyMap<number, Readonly<Partial<Record<Level, number>>>>;
}

interface SeedOptions {
  readonly registry: ServerRegistry;
  readonly size: number;
  readonly community: Community;
  readonly now: number;
}

const pointIn = (random: SeededRandom): [number, number] => [random.next() * 60 - 135, random.next() * 25 + 45];

const geometry = (random: SeededRandom): Json => {
  const [x, y] = pointIn(random);
  if (!random.chance(POLYGONS)) return { type: 'Point', coordinates: [x, y] };
  const size = 0.01 + random.next() * 0.1;
  const ring = Array.from({ length: 12 }, (_, at) => {
    const angle = (at / 12) * 2 * Math.PI;
    return [x + size * Math.cos(angle), y + size * Math.sin(angle)];
  });
  return { type: 'Polygon', coordinates: [[...ring, ring[0] ?? []]] };
};

/** Values that agree with the readers: owner, level, and a geometry for each item of a type with one. */
const fixedValues = (type: ServerItemType, { organization, level }: ReaderSet, random: SeededRandom) => {
  const values: Record<string, Json> = {};
  if (type.properties['owner']?.kind === 'relation') values['owner'] = itemId('Organization', organization);
  if (type.levelPath !== undefined) values[type.levelPath] = level;
  if (type.properties['geometry']?.kind === 'geometry') values['geometry'] = geometry(random);
  return values;
};

const readerSetFor = ({ sets, organizations, everyone }: Community, random: SeededRandom): ReaderSet =>
  random.chance(OWN_READERS)
    ? random.pick(sets)
    : { organization: random.pick(organizations), level: 'PUBLIC', acl: everyone };

const seedOf = (type: ServerItemType, number: number, { community, making }: Corpus): Omit<Seed, 'n'> => {
  const { random, now } = making;
  const set = readerSetFor(community, random);
  const age = NEWEST_DAYS + random.next() * (OLDEST_DAYS - NEWEST_DAYS);
  return {
    type,
    number,
    acl: set.acl,
    levels: community.parts.get(set.organization) ?? {},
    level: set.level,
    created: new Date(now - age * DAY_MS),
    creator: itemId('User', random.pick(community.people)),
    properties: { ...makeProperties(making, type), ...fixedValues(type, set, random) },
  };
};

interface Corpus {
  readonly community: Community;
  readonly making: Making;
}

/** Yields the items type by type. Only the numbers of the items that relations name stay in memory. */
export function* productSeeds({ registry, size, community, now }: SeedOptions): Generator<Seed> {
  const shares = sharesOf(registry, size);
  const numbers = (count: number): number[] => Array.from({ length: count }, (_, at) => FIRST_NUMBER + at);
  const pool = {
    ...Object.fromEntries(shares.map(({ name, count }) => [name, numbers(count)])),
    Organization: community.organizations,
    User: community.people,
  };
  const random = seededRandom(SEED);
  const texts = { words: zipfWords, longText: WORDS_OF_LONG_TEXT, absent: ABSENT };
  const making: Making = { registry, random, pool, now, ...texts };
  let n = FIRST_NUMBER;
  for (const { name, count } of shares) {
    const type = registry.types[name];
    if (!type) throw new Error(`No type ${name}`);
    for (let at = 0; at < count; at += 1) yield { ...seedOf(type, FIRST_NUMBER + at, { community, making }), n: n++ };
  }
}

/** Levels with readers of their own. */
export const STRICT_LEVELS = LEVELS.slice(1);
