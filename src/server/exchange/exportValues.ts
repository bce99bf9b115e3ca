// Values of an item at a path, each with its text, for formats that have fields of their own instead of columns. Pure; the item contains
// only what the reader may see, so a hidden property has no values.

import { CODECS } from 'src/model/generated/kindCodecs.ts';
import { KINDS } from 'src/model/generated/kinds.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { holdsIds } from 'src/model/kinds/kindTraits.ts';
import type { CellContext } from 'src/model/kinds/KindCodec.ts';
import { propertyAt, valuesAt } from 'src/model/schema/paths.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { stateText } from 'src/model/text/stateText.ts';
import type { ExportWords } from 'src/server/exchange/exportWords.ts';
import { valueCell } from 'src/server/exchange/exportCells.ts';

export interface ExportedValue {
  readonly value: Json;
  /** Words for people, in the language of the export. */
  readonly text: string;
  /** Present for dates: ISO 8601 or EDTF. */
  readonly exact?: string;
  /** Present for a date of which no year is known. */
  readonly undated?: true;
  /** Present for related items and files. */
  readonly id?: ItemId;
}

/** Context of cells with the words of the export. */
interface ValueContext extends CellContext {
  readonly words: ExportWords;
}

type ValuesAt = (path: string) => readonly ExportedValue[];

/** Returns a function from a path to the values that have a text. */
export const exportedValues = (type: ItemType | undefined, item: Item, context: ValueContext): ValuesAt => {
  const valueOf = (value: Json, path: string): ExportedValue | undefined => {
    const property = type && propertyAt(type.properties, path);
    if (!property) return undefined;
    const cell =
      type.states?.property === path
        ? (stateText(context.words.find, type, item) ?? null)
        : valueCell([value], { type: type.name, path, property, item }, context);
    if (cell === null || cell === '') return undefined;
    const { exact, exactText = String } = CODECS[property.kind];
    const { span } = KINDS[property.kind];
    return {
      ...{ value, text: String(cell) },
      ...(exact !== undefined && { exact: exactText(String(value)) }),
      ...(span !== undefined && span(String(value)) === undefined && { undated: true as const }),
      ...(holdsIds(property.kind) && typeof value === 'string' && isItemId(value) && { id: value }),
    };
  };
  return (path) =>
    valuesAt(item as Readonly<Record<string, Json>>, path).flatMap((value) => valueOf(value, path) ?? []);
};
