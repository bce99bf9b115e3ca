// SQL of workflow steps: those of an item, those of a person, and open ones, for all kinds at once, since each kind is an item type. Called
// by server/workflow only; results are not shown.

import type { ItemId } from 'src/model/item/Item.ts';
import type { Queryable } from 'src/server/store/database.ts';

export interface StepKey {
  readonly t: number;
  readonly i: number;
}

/** Searches the items and their restricted parts. */
const HOLDING = `with wanted as (select array(select id from term where prop = $2 and val = $3)::int[] as ids)
  select x.t, x.i from item x, wanted where x.t = any($1::smallint[]) and x.terms && wanted.ids
  union select l.t, l.i from item_level l, wanted where l.t = any($1::smallint[]) and l.terms && wanted.ids
  order by 1, 2`;

/** Returns items of these types that name the item at the path. */
export const stepsNaming = (
  db: Queryable,
  types: readonly number[],
  { path, id }: { readonly path: string; readonly id: ItemId },
): Promise<StepKey[]> =>
  types.length === 0 ? Promise.resolve([]) : db.query<StepKey>(HOLDING, [types, path, id], 'steps.naming');
