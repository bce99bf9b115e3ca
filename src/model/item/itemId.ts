// Item ids: `{type}-{number}` with an optional create marker. Every id from outside passes through here.
// Source: spec platform 5; ITEM-05.

import { MAX_INT32 } from 'src/base/maxInt32.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';

export interface ItemKey {
  readonly type: string;
  readonly number: number;
  readonly marker: number | undefined;
}

const ID = /^([A-Za-z][A-Za-z0-9]{0,62})-(0|[1-9][0-9]{0,9})(?:-(0|[1-9][0-9]{0,9}))?$/;

/** The parts of an id, or undefined when it is malformed. `Book-12` gives `{type: 'Book', number: 12}`. */
export const tryParseItemId = (id: unknown): ItemKey | undefined => {
  if (typeof id !== 'string') return undefined;
  const match = ID.exec(id);
  if (!match?.[1] || match[2] === undefined) return undefined;
  const number = Number(match[2]);
  if (number > MAX_INT32) return undefined;
  return { type: match[1], number, marker: match[3] === undefined ? undefined : Number(match[3]) };
};

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
