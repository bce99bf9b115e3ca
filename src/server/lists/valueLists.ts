// Value lists as `/lov` answers them: what areas declare, overlaid by LOVValue items that the caller may see. Values change by ordinary
// writes of those items. An owner also has the values without an owner: those of a list that once belonged to the site. Only answers to visitors are cached, because they are the same for all visitors until a value or an owner changes.

import { LRUCache } from 'lru-cache';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { LovAnswer, LovValue } from 'src/model/generated/wire.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import type { ServerRegistry, ValueListType } from 'src/model/schema/Registry.ts';
import { SYSTEM_OWNER, VISITOR } from 'src/model/access/Subject.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import type { Search } from 'src/server/search/searchEngine.ts';
import type { Database } from 'src/server/store/database.ts';
import type { ItemStorage } from 'src/server/store/itemStorage.ts';
import type { Feed } from 'src/server/watch/changeFeed.ts';

/** A list longer than this is no list to choose from. */
const MAX_VALUES = 20_000;
const FALLBACK_LIST_LOCALE = 'en';
const CACHED_ANSWERS = 200;
/** A longer answer is computed for each request, so that the cache stays within a few tens of megabytes. */
const CACHED_VALUES = 1_000;

type Translations = Readonly<Record<string, Json>>;

interface Wanted {
  readonly locale: string;
  readonly list: string;
  readonly owner: ItemId | undefined;
}

export interface Lists {
  /** Values by owner; undefined for a list that is not declared. */
  values(readFilter: ReadFilter, wanted: Wanted): Promise<LovAnswer | undefined>;
}

/** `fr-CA` falls back to `fr`, then to the default language, then to any, then to the key. */
export const labelIn = (locale: string, t: Translations, key: string): string => {
  const [language = locale] = locale.split('-');
  const label = [locale, language, FALLBACK_LIST_LOCALE, ...Object.keys(t)]
    .map((each) => (Object.hasOwn(t, each) ? t[each] : undefined))
    .find((each) => typeof each === 'string' && each !== '');
  return typeof label === 'string' ? label : key;
};

export const declaredIn = ({ values }: ValueListType, locale: string): LovValue[] =>
  values.map(({ key, t }) => ({ key, label: labelIn(locale, t, key), state: 'ACTIVE' }));

const valueOf = (item: Item, locale: string): LovValue => ({
  key: String(item['key']),
  label: labelIn(locale, (item['t'] ?? {}) as Translations, String(item['key'])),
  state: item['state'] === 'ARCHIVED' ? 'ARCHIVED' : 'ACTIVE',
});

interface Placed {
  readonly value: LovValue;
  readonly position?: number;
}

/** Later values of a key replace earlier ones in their place, unless people have put them elsewhere. */
const overlaidValues = (declared: readonly LovValue[], own: readonly Placed[]): readonly LovValue[] => {
  const all = [...declared.map((value): Placed => ({ value })), ...own];
  const values = [...new Map(all.map((each) => [each.value.key, each])).values()];
  return values
    .map(({ value, position }, at) => ({ value, place: position ?? at }))
    .sort((one, other) => one.place - other.place)
    .map(({ value }) => value);
};

const valueOwner = (item: Item): string => (typeof item['owner'] === 'string' ? item['owner'] : SYSTEM_OWNER);

interface Dependencies {
  readonly registry: ServerRegistry;
  readonly search: Search;
  readonly items: ItemStorage;
  readonly database: Database;
  readonly feed: Feed;
}

const sizeOf = (answer: LovAnswer): number => Object.values(answer).reduce((sum, values) => sum + values.length, 0);

/** Counts the changes of values and of owners, which decide whether a value is shown. */
const countChanges = ({ registry, feed }: Dependencies): (() => number) => {
  const { types, ownerType = '' } = registry;
  const counted = new Set([types[SYSTEM_TYPES.listValue]?.number, types[ownerType]?.number]);
  let version = 0;
  const count = (): Promise<void> => {
    version += 1;
    return Promise.resolve();
  };
  feed.use(
    {
      load: count,
      apply: (changes) => (changes.some(({ t, op }) => op === 'p' || counted.has(t)) ? count() : Promise.resolve()),
    },
    true,
  );
  return () => version;
};

export const createLists = (dependencies: Dependencies): Lists => {
  const { registry, search, items, database, feed } = dependencies;
  const version = countChanges(dependencies);
  const cached = new LRUCache<string, { readonly version: number; readonly answer: LovAnswer }>({
    max: CACHED_ANSWERS,
  });

  /** The values of an owner whom the caller may not see are not the site's: they are left out. */
  const withKnownOwner = async (shown: readonly Item[]): Promise<Item[]> => {
    const ownerless = shown.filter((item) => valueOwner(item) === SYSTEM_OWNER).map(({ $id }) => $id);
    const stored = ownerless.length === 0 ? [] : await items.findMany(database, ownerless);
    const foreign = new Set(stored.filter(({ properties }) => properties['owner'] !== undefined).map(({ id }) => id));
    return shown.filter(({ $id }) => !foreign.has($id));
  };

  const itemsOf = async (readFilter: ReadFilter, { list, owner }: Wanted): Promise<Item[]> => {
    if (registry.types[SYSTEM_TYPES.listValue] === undefined) return [];
    const must = {
      _t: [SYSTEM_TYPES.listValue],
      list: [list],
      ...(owner !== undefined && owner !== SYSTEM_OWNER && { owner: [owner, null] }),
    };
    const { ids } = await search.search(readFilter, {
      must,
      sort: [{ key: 'created', order: 'asc' }],
      max: MAX_VALUES,
    });
    return await withKnownOwner(await items.readVisible(database, readFilter, ids, { channel: 'lov' }));
  };

  const read = async (readFilter: ReadFilter, type: ValueListType, wanted: Wanted): Promise<LovAnswer> => {
    const { locale, owner } = wanted;
    const declared = declaredIn(type, locale);
    const byOwner = new Map<string, Placed[]>();
    for (const item of await itemsOf(readFilter, wanted)) {
      const own = byOwner.get(valueOwner(item));
      const { position } = item;
      const placed = { value: valueOf(item, locale), ...(typeof position === 'number' && { position }) };
      if (own) own.push(placed);
      else byOwner.set(valueOwner(item), [placed]);
    }
    const owners = owner === undefined ? new Set([SYSTEM_OWNER, ...byOwner.keys()]) : [owner];
    const ofSite = byOwner.get(SYSTEM_OWNER) ?? [];
    const valuesFor = (each: string): readonly Placed[] =>
      each === SYSTEM_OWNER ? ofSite : [...ofSite, ...(byOwner.get(each) ?? [])];
    return Object.fromEntries([...owners].map((each) => [each, overlaidValues(declared, valuesFor(each))]));
  };

  return {
    async values(readFilter, wanted) {
      const type = Object.hasOwn(registry.lists, wanted.list) ? registry.lists[wanted.list] : undefined;
      if (!type) return undefined;
      if (readFilter.subject !== VISITOR) return await read(readFilter, type, wanted);
      await feed.catchUp();
      const key = JSON.stringify(wanted);
      const before = version();
      const known = cached.get(key);
      if (known?.version === before) return known.answer;
      const answer = await read(readFilter, type, wanted);
      if (sizeOf(answer) <= CACHED_VALUES) cached.set(key, { version: before, answer });
      return answer;
    },
  };
};
