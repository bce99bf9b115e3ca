// Values that a predicate is evaluated on: all stored values of an item, or all proposed values of a new one. Never sent to a caller.

import type { ItemId, Json } from 'src/model/item/Item.ts';

export interface Facts {
  /** Undefined for an item that does not exist yet. */
  readonly id: ItemId | undefined;
  readonly type: string;
  readonly creator: ItemId | undefined;
  /** Owner items, or `system`. */
  readonly owners: readonly string[];
  readonly properties: Readonly<Record<string, Json>>;
  /** The items behind a relation, fetched beforehand for every `via` of the predicate. */
  related(rel: string): readonly Facts[];
  /** Returns whether the caller may do the action with an item behind the relation. Decided beforehand for every `may` of the predicate. */
  may(rel: string, action: string): boolean;
}
