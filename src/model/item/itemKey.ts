// The parts of an item id, `{type}-{number}` with an optional create marker. The compiler imports this file, so it must not import
// anything that is generated. (ITEM-05)

import { MAX_INT32 } from 'src/base/maxInt32.ts';

export interface ItemKey {
  readonly type: string;
  readonly number: number;
  readonly marker: number | undefined;
}

const ITEM_ID_PATTERN = /^([A-Za-z][A-Za-z0-9]{0,62})-(0|[1-9][0-9]{0,9})(?:-(0|[1-9][0-9]{0,9}))?$/;

/** Returns the parts of an id, or undefined when it is malformed. `Book-12` gives `{type: 'Book', number: 12}`. */
export const tryParseItemId = (id: unknown): ItemKey | undefined => {
  if (typeof id !== 'string') return undefined;
  const match = ITEM_ID_PATTERN.exec(id);
  if (!match?.[1] || match[2] === undefined) return undefined;
  const number = Number(match[2]);
  if (number > MAX_INT32) return undefined;
  return { type: match[1], number, marker: match[3] === undefined ? undefined : Number(match[3]) };
};

/** Returns the type of an id, or an empty text when the id is malformed. */
export const typeOfId = (id: string): string => tryParseItemId(id)?.type ?? '';
