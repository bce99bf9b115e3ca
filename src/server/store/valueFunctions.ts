// Functions that declarations name: computed values, clock values, and migrations.

import type { ItemId, Json, Values } from 'src/model/item/Item.ts';

/** Computes a stored value from the item's own properties. Example (toy): `loanDays: ({ from, to }) => …`. */
export type ComputeValue = (properties: Values) => Json;

/**
 * Step of a clock value: the value holds from `from` (ms since the epoch, -Infinity for the first one) until the next step. Example (toy):
 * `loanState` is PENDING from -Infinity, ONGOING from the loan's start, PAST from its end.
 */
export interface ClockStep {
  readonly from: number;
  readonly value: string;
}

/** Returns the steps of a value over time. `timeZone` is that of the item's owner, or of the site. */
export type ComputeClock = (properties: Values, timeZone: string) => readonly ClockStep[];

/** Latest change of an item's state in its history. */
export interface LastMove {
  /** Kind of its event, or name of the transition. */
  readonly kind: string;
  readonly at: string;
}

/** Facts about an item that a migration receives in addition to its properties. Empty for an item that is restored after a deletion. */
export interface MigratedFrom {
  /** Undefined for an item whose state never changed. */
  readonly moved?: LastMove | undefined;
  /** Properties of the items that name this one, as declared by `namedBy`. */
  readonly naming?: readonly Values[] | undefined;
  /** Id of the migrated item. */
  readonly id?: ItemId | undefined;
  /** Owner that keeps the record, as declared by `ownerRule`. Undefined where the rule does not decide. */
  readonly chosenOwner?: ItemId | undefined;
}

/** Computes for `migrate`: a new value from the old one (`retype`), values by property (`split`), or the first value (`backfill`). */
export type MigrateValue = (value: Json | undefined, properties: Values, from: MigratedFrom) => Json;

/** Value functions by the name that declarations use. */
export interface ValueFunctions {
  readonly computed: Readonly<Record<string, ComputeValue>>;
  readonly clocks: Readonly<Record<string, ComputeClock>>;
  readonly migrate: Readonly<Record<string, MigrateValue>>;
}
