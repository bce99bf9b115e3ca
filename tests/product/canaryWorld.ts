// The canaries of the product's own types: an item of every declared type at every level carries words of its own, in what names it
// and in what is stricter than it, a place, and a file. docs/ACCESS.md says who may see which. Used by canaries.pg.test.ts.

import { domain } from 'src/domain/server.ts';
import { registry } from 'src/generated/registry.server.ts';
import { isLevel, levelRank, type Level } from 'src/model/access/levels.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import type { Property } from 'src/model/schema/Property.ts';
import { isGeometry } from 'src/model/kinds/kindTraits.ts';
import { accessTables, allows } from 'tests/product/accessPage.ts';
import { placesIn, placeWord, pointOf } from 'tests/product/canaryPlaces.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

interface Restricted {
  readonly word: string;
  readonly level: Level;
  readonly property: Property;
}

export interface Canary {
  readonly type: string;
  readonly level: Level;
  readonly id: ItemId;
  /** The word in a property that all readers of the item see; undefined for a type without such a property. */
  readonly word: string | undefined;
  readonly named: Property | undefined;
  /** Words in stricter properties, with their level, and the word of each place: PUBLIC if all readers of the item see it. */
  readonly restricted: readonly Restricted[];
  /** A picture that hangs on the item. */
  readonly file: ItemId;
}

export interface Canaries {
  readonly world: ProductWorld;
  readonly all: readonly Canary[];
  /** Words that the actor may read. */
  words(actor: string): Set<string>;
  reads(actor: string, canary: Canary): boolean;
  /** Words of canaries in anything that was answered, also where numbers tell of their places. */
  wordsIn(...answers: readonly unknown[]): Set<string>;
}

const tables = accessTables();
export const actors = tables[0]?.rows.map(({ actor }) => actor) ?? [];
/** The world already has one of each; it gets the words. */
const shared = new Set(['User', registry.ownerType]);
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const TEXTS = new Set(['text', 'longText', 'translated', 'language']);
const isText = ({ kind, many, readOnly, computed }: Property): boolean =>
  TEXTS.has(kind) && many !== true && readOnly !== true && computed === undefined;
export const valueOf = ({ kind }: Property, word: string): Json => {
  if (isGeometry(kind)) return pointOf(word);
  return kind === 'translated' ? { en: word } : word;
};

const namedOf = (type: string, properties: readonly Property[]): Property | undefined => {
  const weights = registry.types[type]?.server.search.weights ?? {};
  const open = properties.filter(({ level, name }) => level === undefined && !['key', 'list'].includes(name));
  return open.find(({ name }) => name in weights) ?? open.find(({ pattern }) => pattern === undefined);
};

let placesMade = 0;
const placesOf = (type: string): Restricted[] =>
  Object.values(registry.types[type]?.properties ?? {}).flatMap((property) =>
    isGeometry(property.kind)
      ? [{ property, level: property.level ?? 'PUBLIC', word: placeWord((placesMade += 1)) }]
      : [],
  );

/** Values that a save computes from its place. */
const computedFrom = (type: string, places: readonly Restricted[], values: Readonly<Record<string, Json>>) =>
  Object.fromEntries(
    Object.values(registry.types[type]?.properties ?? {}).flatMap(({ name, computed: rule }): [string, Json][] => {
      const value =
        rule?.from.some((from) => places.some(({ property }) => property.name === from)) === true
          ? domain.computed[rule.by]?.(values)
          : undefined;
      return value === undefined ? [] : [[name, value]];
    }),
  );

const addCanary = async (world: ProductWorld, type: string, level: Level): Promise<Canary> => {
  const properties = Object.values(registry.types[type]?.properties ?? {}).filter(isText);
  const named = namedOf(type, properties);
  const mark = `${type}${level}`.toLowerCase();
  const word = named && `canary${mark}`;
  const places = placesOf(type);
  const texts = properties.flatMap((property) =>
    property.level === undefined
      ? []
      : [{ property, level: property.level, word: `secret${mark}${property.name}`.toLowerCase() }],
  );
  const restricted = [...texts, ...places];
  const more: Record<string, Json> = {};
  if (named && word !== undefined) more[named.name] = valueOf(named, word);
  for (const each of restricted) more[each.property.name] = valueOf(each.property, each.word);
  Object.assign(more, computedFrom(type, places, more));
  const [id = ''] = await world.add([{ type, level, mark: `canaries ${mark}`, more }]);
  if (shared.has(type)) await world.change(id, more);
  const file = await world.attach(id, { originalName: `${mark}.png`, bytes: Buffer.from(PIXEL, 'base64') });
  const { image } = registry.types[type]?.view ?? {};
  if (image !== undefined)
    await world.change(id, { [image]: registry.types[type]?.properties[image]?.many === true ? [file] : file });
  return { type, level, id, word, named, restricted, file };
};

const readsOf = (actor: string, type: string) =>
  tables.find((table) => table.type === type)?.rows.find((row) => row.actor === actor)?.cells['read'];

/** Level up to which the declaration of a type opens its restricted properties to holders of a capability. */
const openedByCapability = (type: string): Level => {
  const words = registry.types[type]?.server.access.read.readers ?? [];
  const named = words.map((word) => /^cap:\w+:(\w+)$/.exec(word)?.[1]).find(isLevel);
  return named ?? 'COMMUNITY';
};

/**
 * Readers of a restricted property follow from its level: the creator, readers at that level, holders of a capability that opens the
 * level, administrators.
 */
const readsLevel = (actor: string, type: string, level: Level): boolean => {
  if (actor === 'creator' || actor === 'administrator') return true;
  const strictest: Readonly<Record<string, Level>> = {
    member: 'COMMUNITY',
    'capability holder': openedByCapability(type),
    'protected reader': 'PROTECTED',
    'private reader': 'PRIVATE',
    'owner administrator': 'PRIVATE',
  };
  const reads = strictest[actor];
  return level === 'PUBLIC' || (reads !== undefined && levelRank(reads) >= levelRank(level));
};

const wordsOf = (actor: string, { type, level, word, restricted }: Canary): string[] => {
  if (!allows(readsOf(actor, type), level)) return [];
  const needed = (own: Level): Level => (levelRank(own) > levelRank(level) ? own : level);
  const open = restricted.filter(
    (each) => levelRank(each.level) <= levelRank(level) || readsLevel(actor, type, needed(each.level)),
  );
  return [...(word === undefined ? [] : [word]), ...open.map((each) => each.word)];
};

export const openCanaries = async (): Promise<Canaries> => {
  const world = await openProductWorld({ bySocket: true });
  const all: Canary[] = [];
  for (const { type, levels } of tables) for (const level of levels) all.push(await addCanary(world, type, level));
  const known = new Set(all.flatMap(({ word, restricted }) => [word ?? '', ...restricted.map((each) => each.word)]));
  const places = [...known].filter((word) => word.startsWith('place '));
  return {
    world,
    all,
    words: (actor) => new Set(all.flatMap((canary) => wordsOf(actor, canary))),
    reads: (actor, { type, level }) => allows(readsOf(actor, type), level),
    wordsIn: (...answers) => {
      const text = JSON.stringify(answers);
      const words = (text.match(/(?:canary|secret)[a-z]+/g) ?? []).filter((word) => known.has(word));
      return new Set([...words, ...placesIn(text, places)]);
    },
  };
};
