// Reads the fields of a letter template: properties of the letter's item and of directly related items, as the author of the letter may
// read them, in the letter's language. Only properties that a view declares for letters are available.

import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { isItemId, parseItemId } from 'src/model/item/itemId.ts';
import { propertyAt, valuesAt } from 'src/model/schema/paths.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import type { LetterContext } from 'src/server/letters/LetterNeeds.ts';
import type { CellContext } from 'src/model/kinds/KindCodec.ts';
import { valueCell } from 'src/server/exchange/exportCells.ts';
import { createListReader } from 'src/server/exchange/exportLists.ts';
import type { ExportWords } from 'src/server/exchange/exportWords.ts';

export const LETTER_CHANNEL = 'letter';
const LABEL_FIELD = '$label';

interface FieldSource {
  readonly about: ItemId;
  readonly language: string;
  /** Formats dates and instants in the time zone of the letter's owner. */
  readonly words: ExportWords;
  /** Further fields, such as `today`, which override properties of the same name. */
  readonly more: (words: ExportWords) => Readonly<Partial<Record<string, string>>>;
}

/** Item of a path: the item itself, or the one behind the first step. */
interface Holder {
  /** Undefined when there is no visible item. */
  readonly item: Item | undefined;
  /** Types of these items. */
  readonly types: readonly string[];
  /** Remaining path. */
  readonly path: string;
}

type Values = Readonly<Record<string, Json>>;

/** Returns whether the declaration allows the property in letters. PRIVATE properties are never allowed. */
export const mayLeave = (type: ServerItemType | undefined, path: string): boolean => {
  const property = type && propertyAt(type.properties, path);
  return property !== undefined && property.level !== 'PRIVATE' && type?.view.letter?.includes(path) === true;
};

const fieldItems = async (
  { services, db, readFilter }: LetterContext,
  ids: readonly ItemId[],
): Promise<ReadonlyMap<string, Item>> => {
  const found = await services.items.readVisible(db, readFilter, ids, { channel: LETTER_CHANNEL, labels: true });
  return new Map(found.map((item) => [item.$id, item]));
};

const holderOf = (
  { types }: ServerRegistry,
  {
    path,
    about,
    related,
  }: { readonly path: string; readonly about: Item; readonly related: ReadonlyMap<string, Item> },
): Holder => {
  const [step = '', ...rest] = path.split('.');
  const properties = types[about._t]?.properties ?? {};
  const relation = properties[step];
  if (rest.length === 0 || propertyAt(properties, path) || !relation?.rel || !mayLeave(types[about._t], step))
    return { item: about, types: [about._t], path };
  const [id] = valuesAt(about as Values, step);
  return { item: related.get(String(id)), types: relation.rel.to, path: rest.join('.') };
};

/** Returns undefined for a path that leads nowhere. */
const fieldText = (
  registry: ServerRegistry,
  { item, types, path }: Holder,
  context: CellContext,
): string | undefined => {
  const propertyOf = (type: string): Property | undefined => propertyAt(registry.types[type]?.properties ?? {}, path);
  const isDeclared = types.some((type) => mayLeave(registry.types[type], path));
  if (path !== LABEL_FIELD && !isDeclared) return undefined;
  const property = item && propertyOf(item._t);
  if (!item || path === LABEL_FIELD || !property || !mayLeave(registry.types[item._t], path))
    return path === LABEL_FIELD ? (item?.$label ?? '') : '';
  return String(valueCell(valuesAt(item as Values, path), { type: item._t, path, property, item }, context) ?? '');
};

export interface ReadFields {
  /** Texts by path; unknown paths are missing. */
  readonly texts: ReadonlyMap<string, string>;
  /** Items with these values. */
  readonly of: readonly ItemId[];
}

export const readFields = async (
  context: LetterContext,
  paths: readonly string[],
  { about: id, language, words, more }: FieldSource,
): Promise<ReadFields> => {
  const { services, readFilter } = context;
  const about = (await fieldItems(context, [id])).get(id);
  if (!about) return { texts: new Map(), of: [] };
  const first = [...new Set(paths.flatMap((path) => (path.includes('.') ? (path.split('.')[0] ?? '') : [])))];
  const named = first.flatMap((path) => valuesAt(about as Values, path)).filter(isItemId);
  const related = await fieldItems(context, [...new Set(named)]);
  const items = [about, ...related.values()];
  const types = [...new Set(items.map(({ $id }) => parseItemId($id).type))].flatMap(
    (name) => services.registry.types[name] ?? [],
  );
  const listText = await createListReader(services, types, language)(readFilter, items);
  const cells: CellContext = { words, listText };
  const given = more(words);
  const texts = new Map(
    paths.flatMap((path): [string, string][] => {
      const own = Object.hasOwn(given, path) ? given[path] : undefined;
      const text = own ?? fieldText(services.registry, holderOf(services.registry, { path, about, related }), cells);
      return text === undefined ? [] : [[path, text]];
    }),
  );
  return { texts, of: items.map(({ $id }) => $id) };
};
