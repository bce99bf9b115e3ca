// Value lists as `/lov` answers them: what areas declare, overlaid by LOVValue items that the caller may see.
// Values change by ordinary writes of those items; nothing is kept here.

import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { LovAnswer, LovValue } from 'src/model/generated/wire.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import type { ValueListType } from 'src/model/schema/Registry.ts';
import { SYSTEM_OWNER } from 'src/model/access/Subject.ts';
import type { Services } from 'src/server/context.ts';
import type { ReadFilter } from 'src/server/access/read/readFilters.ts';

/** A list longer than this is no list to choose from. */
const MOST = 20_000;
const FALLBACK = 'en';

type Translations = Readonly<Record<string, Json>>;

export interface Lists {
  /** Values by owner; undefined for a list that nobody declared. */
  values(
    readFilter: ReadFilter,
    wanted: { readonly locale: string; readonly list: string; readonly owner: ItemId | undefined },
  ): Promise<LovAnswer | undefined>;
}

/** `fr-CA` falls back to `fr`, then to the default language, then to any, then to the key. */
export const labelIn = (locale: string, t: Translations, key: string): string => {
  const [language = locale] = locale.split('-');
  const label = [locale, language, FALLBACK, ...Object.keys(t)]
    .map((each) => (Object.hasOwn(t, each) ? t[each] : undefined))
    .find((each) => typeof each === 'string' && each !== '');
  return typeof label === 'string' ? label : key;
};

const declaredIn = ({ values }: ValueListType, locale: string): LovValue[] =>
  values.map(({ key, t }) => ({ key, label: labelIn(locale, t, key), state: 'ACTIVE' }));

const valueOf = (item: Item, locale: string): LovValue => ({
  key: String(item['key']),
  label: labelIn(locale, (item['t'] ?? {}) as Translations, String(item['key'])),
  state: item['state'] === 'ARCHIVED' ? 'ARCHIVED' : 'ACTIVE',
});

/** Later values of a key replace earlier ones in their place. */
const overlaid = (declared: readonly LovValue[], own: readonly LovValue[]): readonly LovValue[] => [
  ...new Map([...declared, ...own].map((value) => [value.key, value])).values(),
];

const ownerOf = (item: Item): string => (typeof item['owner'] === 'string' ? item['owner'] : SYSTEM_OWNER);

export const createLists = ({ registry, search, items, database }: Services): Lists => ({
  async values(readFilter, { locale, list, owner }) {
    const type = Object.hasOwn(registry.lists, list) ? registry.lists[list] : undefined;
    if (!type) return undefined;
    /** The values of an owner whom the caller may not see are not the site's: they are left out. */
    const withKnownOwner = async (shown: readonly Item[]): Promise<Item[]> => {
      const ownerless = shown.filter((item) => ownerOf(item) === SYSTEM_OWNER).map(({ $id }) => $id);
      const stored = ownerless.length === 0 ? [] : await items.findMany(database, ownerless);
      const foreign = new Set(stored.filter(({ properties }) => properties['owner'] !== undefined).map(({ id }) => id));
      return shown.filter(({ $id }) => !foreign.has($id));
    };
    const declared = declaredIn(type, locale);
    const must = {
      _t: [SYSTEM_TYPES.listValue],
      list: [list],
      ...(owner !== undefined && owner !== SYSTEM_OWNER && { owner: [owner] }),
    };
    const found =
      registry.types[SYSTEM_TYPES.listValue] === undefined
        ? []
        : (await search.search(readFilter, { must, sort: [{ key: 'created', order: 'asc' }], max: MOST })).ids;
    const values = await withKnownOwner(await items.readVisible(database, readFilter, found, { channel: 'lov' }));
    const byOwner = new Map<string, Item[]>();
    for (const item of values) {
      const own = byOwner.get(ownerOf(item));
      if (own) own.push(item);
      else byOwner.set(ownerOf(item), [item]);
    }
    const owners = owner === undefined ? new Set([SYSTEM_OWNER, ...byOwner.keys()]) : [owner];
    return Object.fromEntries(
      [...owners].map((each) => {
        const own = (byOwner.get(each) ?? []).map((item) => valueOf(item, locale));
        return [each, overlaid(declared, own)];
      }),
    );
  },
});
