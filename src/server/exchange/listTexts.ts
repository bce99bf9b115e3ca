// Texts of value lists for files that an area writes itself.

import type { Item } from 'src/model/item/Item.ts';
import { isOther, otherText } from 'src/model/item/otherMarker.ts';
import { propertyAt } from 'src/model/schema/paths.ts';
import type { ExchangeContext } from 'src/server/exchange/ExchangeNeeds.ts';
import { createListReader } from 'src/server/exchange/exportLists.ts';

/** Returns `text(item, path)` for items of these types in the language; empty without a value. */
export const listTexts = async (
  { services, readFilter }: Pick<ExchangeContext, 'services' | 'readFilter'>,
  names: readonly string[],
  { items, language }: { readonly items: readonly Item[]; readonly language: string },
): Promise<(item: Item, path: string) => string> => {
  const types = names.flatMap((name) => services.registry.types[name] ?? []);
  const listText = await createListReader(services, types, language)(readFilter, items);
  return (item, path) => {
    const list = propertyAt(services.registry.types[item._t]?.properties ?? {}, path)?.list;
    const value = item[path];
    if (typeof value !== 'string' || !list) return '';
    return isOther(value) ? otherText(value) : listText(list, item, value);
  };
};
