// Texts of value lists in an export: in the reader's language, from the list of the item's owner, as far as the reader may see it.

import { SYSTEM_OWNER } from 'src/model/access/Subject.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import type { ListRef } from 'src/model/schema/Property.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { listsInProperty } from 'src/server/exchange/columnProperties.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import type { ExchangeNeeds } from 'src/server/exchange/ExchangeNeeds.ts';
import type { CellContext } from 'src/model/kinds/KindCodec.ts';

/** Maximum age of cached texts, after which hidden values disappear. */
const LIST_CACHE_MS = 1_000;

export type ListTexts = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Caches texts by owner and key. */
export const createListTexts = ({ lists, clock }: ExchangeNeeds, language: string) => {
  const cache = new Map<string, { readonly at: number; readonly texts: ListTexts }>();
  return async (readFilter: ReadFilter, list: string): Promise<ListTexts> => {
    const now = clock.now().getTime();
    const known = cache.get(list);
    if (known && now - known.at < LIST_CACHE_MS) return known.texts;
    const answer = (await lists.values(readFilter, { locale: language, list, owner: undefined })) ?? {};
    const texts = new Map(
      Object.entries(answer).map(([owner, values]) => [owner, new Map(values.map(({ key, label }) => [key, label]))]),
    );
    cache.set(list, { at: now, texts });
    return texts;
  };
};

const valuesAtPath = (item: Item | undefined, path: string): Json[] =>
  item ? valuesAt(item as Readonly<Record<string, Json>>, path) : [];

const usedLists = (types: readonly ItemType[]): ListRef[] =>
  types.flatMap(({ properties }) => Object.values(properties).flatMap(listsInProperty));

/** `shelf.keeper` uses the relation `shelf`. */
const hopOf = ({ owner }: ListRef): readonly [relation: string, path: string] | undefined => {
  const [relation = '', ...rest] = owner.split('.');
  return rest.length === 0 ? undefined : [relation, rest.join('.')];
};

const listOwners = ({ owner, ...list }: ListRef, item: Item, related: ReadonlyMap<ItemId, Item>): Json[] => {
  if (owner === '$self') return [item.$id];
  const own = valuesAtPath(item, owner);
  const hop = hopOf({ owner, ...list });
  if (own.length > 0 || !hop) return own;
  return valuesAtPath(item, hop[0]).flatMap((id) => valuesAtPath(related.get(String(id)), hop[1]));
};

/** The sources of the texts of lists and of the items that own lists. */
export interface ListSources {
  texts(list: string): Promise<ListTexts>;
  items(ids: readonly ItemId[]): Promise<readonly Item[]>;
}

/** Returns a function that reads the texts of values for some items of the types. */
export const createListTextReader = (
  types: readonly ItemType[],
): ((items: readonly Item[], sources: ListSources) => Promise<CellContext['listText']>) => {
  const lists = usedLists(types);
  const relations = [...new Set(lists.flatMap((list) => hopOf(list)?.[0] ?? []))];
  return async (items, sources) => {
    const ids = new Set(
      relations.flatMap((path) => items.flatMap((item) => valuesAtPath(item, path))).filter(isItemId),
    );
    const found = ids.size === 0 ? [] : await sources.items([...ids]);
    const related = new Map(found.map((item) => [item.$id, item]));
    const texts = new Map<string, ListTexts>();
    for (const name of new Set(lists.map(({ list }) => list))) texts.set(name, await sources.texts(name));
    return (list, item, key) => {
      const known = texts.get(list.list);
      for (const owner of listOwners(list, item, related)) {
        const text = known?.get(String(owner))?.get(key);
        if (text !== undefined) return text;
      }
      return known?.get(SYSTEM_OWNER)?.get(key) ?? key;
    };
  };
};

export type ListReader = (readFilter: ReadFilter, items: readonly Item[]) => Promise<CellContext['listText']>;

/** Called for each page. */
export const createListReader = (services: ExchangeNeeds, types: readonly ItemType[], language: string): ListReader => {
  const { items: storage, database } = services;
  const listTextFor = createListTextReader(types);
  const textsOf = createListTexts(services, language);
  return (readFilter, items) =>
    listTextFor(items, {
      texts: (list) => textsOf(readFilter, list),
      items: (ids) => storage.readVisible(database, readFilter, ids, { channel: undefined }),
    });
};
