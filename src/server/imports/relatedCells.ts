// Finds the items that cells name: by id, by label, or by a property. Items that the person may not see do not exist for them.

import type { ItemId } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import { foldText } from 'src/model/text/foldText.ts';
import { MATCH_ID, MATCH_LABEL } from 'src/server/imports/importTargets.ts';
import type { ImportContext } from 'src/server/imports/ImportNeeds.ts';
import { itemsByLabel, itemsByValue, type Match } from 'src/server/store/matchItems.ts';

/** Way to find the related items of a column. */
export interface RelationReading {
  /** Empty for any type; items are then found only by their ids. */
  readonly types: readonly ServerItemType[];
  /** `id`, `label`, or a property; undefined for id or label. */
  readonly match: string | undefined;
}

/** Ids of the visible items that a text names. */
export type FoundByText = ReadonlyMap<string, readonly ItemId[]>;

export const isIdText = (text: string, { types }: RelationReading): boolean => {
  const key = tryParseItemId(text);
  return key !== undefined && (types.length === 0 || types.some(({ name }) => name === key.type));
};

const matchesOf = async (
  { db }: ImportContext,
  { types, match = MATCH_LABEL }: RelationReading,
  texts: readonly string[],
): Promise<Match[]> => {
  const found: Match[] = [];
  for (const type of types) {
    if (match === MATCH_LABEL) found.push(...(await itemsByLabel(db, type, texts)));
    else if (Object.hasOwn(type.properties, match) && type.properties[match]?.level === undefined)
      found.push(...(await itemsByValue(db, type, { path: match, texts })));
  }
  return found;
};

/** Returns the visible items for each text that is no id. */
export const findRelated = async (
  context: ImportContext,
  reading: RelationReading,
  texts: readonly string[],
): Promise<FoundByText> => {
  const asked = [...new Set(texts)].filter((text) => !isIdText(text, reading));
  if (asked.length === 0 || reading.match === MATCH_ID) return new Map();
  const matches = await matchesOf(context, reading, asked);
  if (matches.length === 0) return new Map();
  const ids = [...new Set(matches.map(({ id }) => id))];
  const visible = await context.services.items.labels(context.db, context.readFilter, ids);
  const fold =
    reading.match === undefined || reading.match === MATCH_LABEL ? foldText : (text: string) => text.toLowerCase();
  return new Map(
    asked.map((text) => {
      const folded = fold(text);
      return [text, matches.filter((each) => each.text === folded && visible.has(each.id)).map(({ id }) => id)];
    }),
  );
};
