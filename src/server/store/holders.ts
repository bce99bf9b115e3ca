// Finds items that refer to others, by their relation terms: for readers that depend on other items, and for removals. Handles many items
// at a time. Unfiltered, because both happen within a write.

import { itemId } from 'src/model/item/itemId.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { ItemPlan } from 'src/server/store/itemPlan.ts';
import { numbered, partitionOf } from 'src/server/store/partitions.ts';

const FIND_TERMS_SQL = 'select id, prop from term where prop = any($1::text[]) and val = any($2::text[])';

/** Returns those of the ids that a relation may name: they are a value of one of the properties. */
export const idsInTerms = async (
  db: Queryable,
  ids: readonly ItemId[],
  props: readonly string[],
): Promise<ReadonlySet<ItemId>> => {
  const text = 'select distinct val from term where prop = any($1::text[]) and val = any($2::text[])';
  const rows = await db.query<{ val: ItemId }>(text, [props, ids], 'term.values');
  return new Set(rows.map(({ val }) => val));
};

/** Paths of a type whose values may be an id, with the caller's data about them. */
export interface Pointer<Kind> {
  readonly plan: ItemPlan;
  readonly path: string;
  readonly kind: Kind;
}

export interface Holding<Kind> extends Pointer<Kind> {
  /** Terms by which the holders are found. */
  readonly terms: readonly number[];
  readonly numbers: readonly number[];
}

/** Searches the items and their restricted parts. */
const numbersHolding = async (db: Queryable, t: number, terms: readonly number[]): Promise<number[]> => {
  const text = `select i from ${partitionOf(t)} where terms && $1::int[] union select i from item_level where t = ${Math.trunc(t)} and terms && $1::int[] order by i`;
  return (await db.query<{ i: number }>(text, [terms], `item.holders.${t}`)).map((row) => row.i);
};

/** Returns items that refer to one of the ids by one of the pointers. */
export const findHolders = async <Kind>(
  db: Queryable,
  ids: readonly ItemId[],
  pointers: readonly Pointer<Kind>[],
): Promise<Holding<Kind>[]> => {
  const props = [...new Set(pointers.map(({ path }) => path))];
  if (props.length === 0 || ids.length === 0) return [];
  const rows = await db.query<{ id: number; prop: string }>(FIND_TERMS_SQL, [props, ids], 'term.pointing');
  const found: Holding<Kind>[] = [];
  for (const pointer of pointers) {
    const terms = rows.filter(({ prop }) => prop === pointer.path).map(({ id }) => id);
    if (terms.length === 0) continue;
    const numbers = await numbersHolding(db, pointer.plan.type.number, terms);
    if (numbers.length > 0) found.push({ ...pointer, terms, numbers });
  }
  return found;
};

interface Asked {
  readonly type: ServerItemType;
  readonly ids: readonly ItemId[];
  readonly terms: readonly number[];
}

/** Returns those of the ids, all of one type, with one of the terms. */
export const idsHolding = async (db: Queryable, { type, ids, terms }: Asked): Promise<ItemId[]> => {
  const text = `select x.i from ${partitionOf(type.number)} x where ${numbered(type.number, '$1')} and x.terms && $2::int[]`;
  const numbers = ids.map((id) => tryParseItemId(id)?.number ?? 0);
  return (await db.query<{ i: number }>(text, [numbers, terms])).map(({ i }) => itemId(type.name, i));
};

export const idsOfNumbers = ({ type }: ItemPlan, numbers: Iterable<number>): ItemId[] =>
  [...numbers].map((number) => itemId(type.name, number));
