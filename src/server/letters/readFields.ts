// What the fields of a letter's template stand for: properties of the item that the letter is about, and of items that it names, one
// step away, as the writer of the letter may read them and in the letter's language. Only properties that a view declares for letters are put in.

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
const LABEL = '$label';

interface FieldSource {
  readonly about: ItemId;
  readonly language: string;
  /** Writes dates and moments, in the time zone of the letter's owner. */
  readonly words: ExportWords;
  /** Further fields, such as `today`; they come before the properties of the same name. */
  readonly more: (words: ExportWords) => Readonly<Partial<Record<string, string>>>;
}

/** Where a path leads: to the item itself, or to the one behind the path's first step. */
interface Holder {
  /** Undefined where the item names none that the writer may see. */
  readonly item: Item | undefined;
  /** Whose items stand there. */
  readonly types: readonly string[];
  /** From there on. */
  readonly path: string;
}

type Values = Readonly<Record<string, Json>>;

/** Whether the declaration lets the property leave in a letter. What is for a few people only (PRIVATE) never does. */
export const mayLeave = (type: ServerItemType | undefined, path: string): boolean => {
  const property = type && propertyAt(type.properties, path);
  return property !== undefined && property.level !== 'PRIVATE' && type?.view.letter?.includes(path) === true;
};

const itemsOf = async (
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

/** Undefined for a path that leads nowhere. */
const textAt = (registry: ServerRegistry, { item, types, path }: Holder, context: CellContext): string | undefined => {
  const propertyOf = (type: string): Property | undefined => propertyAt(registry.types[type]?.properties ?? {}, path);
  const isDeclared = types.some((type) => mayLeave(registry.types[type], path));
  if (path !== LABEL && !isDeclared) return undefined;
  const property = item && propertyOf(item._t);
  if (!item || path === LABEL || !property || !mayLeave(registry.types[item._t], path))
    return path === LABEL ? (item?.$label ?? '') : '';
  return String(valueCell(valuesAt(item as Values, path), { type: item._t, path, property, item }, context) ?? '');
};

export interface ReadFields {
  /** Of the paths; a path without one names nothing that there is. */
  readonly texts: ReadonlyMap<string, string>;
  /** Items whose values the texts hold. */
  readonly of: readonly ItemId[];
}

export const readFields = async (
  context: LetterContext,
  paths: readonly string[],
  { about: id, language, words, more }: FieldSource,
): Promise<ReadFields> => {
  const { services, readFilter } = context;
  const about = (await itemsOf(context, [id])).get(id);
  if (!about) return { texts: new Map(), of: [] };
  const first = [...new Set(paths.flatMap((path) => (path.includes('.') ? (path.split('.')[0] ?? '') : [])))];
  const named = first.flatMap((path) => valuesAt(about as Values, path)).filter(isItemId);
  const related = await itemsOf(context, [...new Set(named)]);
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
      const text = own ?? textAt(services.registry, holderOf(services.registry, { path, about, related }), cells);
      return text === undefined ? [] : [[path, text]];
    }),
  );
  return { texts, of: items.map(({ $id }) => $id) };
};
