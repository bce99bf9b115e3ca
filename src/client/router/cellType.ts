// Type of an item segment of the address; undefined if the segment is malformed or the type unknown. Used by the
// navigation's warning, the column and its title, so that all three agree.

import type { Cell } from 'src/model/listing/columnPath.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import type { ItemType, Registry } from 'src/model/schema/Registry.ts';

export const cellType = (
  { types }: Pick<Registry, 'types'>,
  { itemId }: Pick<Cell, 'itemId'>,
): ItemType | undefined => {
  const name = tryParseItemId(itemId)?.type;
  return name !== undefined && Object.hasOwn(types, name) ? types[name] : undefined;
};

const MAX_SHOWN_CHARACTERS = 60;

/** A segment as it is shown: an address may hold thousands of characters. */
export const shortKey = (segment: string): string => {
  const characters = [...segment];
  return characters.length > MAX_SHOWN_CHARACTERS ? `${characters.slice(0, MAX_SHOWN_CHARACTERS).join('')}…` : segment;
};
