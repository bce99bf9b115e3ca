// Item ids: `{type}-{number}` with an optional create marker. Every id from outside is parsed here.

import type { ItemId } from 'src/model/item/Item.ts';
import { type ItemKey, tryParseItemId } from 'src/model/item/itemKey.ts';
import { problem } from 'src/model/problems.ts';

/** Parses an id. Throws the problem `invalidId`. */
export const parseItemId = (id: unknown): ItemKey => {
  const key = tryParseItemId(id);
  if (!key) throw problem('invalidId');
  return key;
};

/** Throws `invalidId` for the system's number 0, which has no permission check. */
export const parseRealItemId = (id: unknown): ItemKey => {
  const key = parseItemId(id);
  if (key.number === 0) throw problem('invalidId');
  return key;
};

export const itemId = (type: string, number: number): ItemId => `${type}-${number}`;

export const isItemId = (id: unknown): id is ItemId => tryParseItemId(id) !== undefined;

/** Returns true for ids that begin like the engine's own names (`$self`, `$owner`). They never name an item. */
export const isReservedId = (id: string): boolean => id.startsWith('$');

export const isSystemId = (id: ItemId): boolean => id.endsWith('-0');

/** User id of changes that no person made: those of the server's schedule or of a command. */
export const SYSTEM_USER: ItemId = 'User-0';
