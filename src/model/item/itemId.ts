// Item ids: `{type}-{number}` with an optional create marker. Every id from outside passes through here.
// Source: spec platform 5; ITEM-05.

import type { ItemId } from 'src/model/item/Item.ts';
import { type ItemKey, tryParseItemId } from 'src/model/item/itemKey.ts';
import { problem } from 'src/model/problems.ts';

/** As tryParseItemId; throws the problem `invalidId`. */
export const parseItemId = (id: unknown): ItemKey => {
  const key = tryParseItemId(id);
  if (!key) throw problem('invalidId');
  return key;
};

/** Throws `invalidId` for the system's number 0, which no permission check may ask about. */
export const parseRealItemId = (id: unknown): ItemKey => {
  const key = parseItemId(id);
  if (key.number === 0) throw problem('invalidId');
  return key;
};

export const itemId = (type: string, number: number): ItemId => `${type}-${number}`;

export const isItemId = (id: unknown): id is ItemId => tryParseItemId(id) !== undefined;

/** Ids that begin as the engine's own names do (`$self`, `$owner`) never name an item: they are reserved for what the product itself needs. */
export const isReservedId = (id: string): boolean => id.startsWith('$');

export const isSystemId = (id: ItemId): boolean => id.endsWith('-0');

/** Who has done what nobody did: the server by its clock, or a command. */
export const SYSTEM_USER: ItemId = 'User-0';
