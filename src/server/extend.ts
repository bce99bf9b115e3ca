// The only server file that src/domain may import: what a domain area can add in code, by registered id.

import type { Predicate } from 'src/model/access/Predicate.ts';
import type { Item, ItemId, Json, Values } from 'src/model/item/Item.ts';
import type { InvalidEntry } from 'src/model/generated/wire.ts';
import type { Validator } from 'src/model/schema/Validator.ts';
import type { Context } from 'src/server/context.ts';
import type { TaskAction } from 'src/server/tasks/TaskHandler.ts';

export type { SampleAccount, SampleLoader, SampleOptions } from 'src/server/cli/loadSample.ts';
export type { TaskAction, TaskFile, TaskHandler, TaskResult, TaskRun } from 'src/server/tasks/TaskHandler.ts';
export { readersAmong } from 'src/server/access/read/readersAmong.ts';
export { writeMetadataOf } from 'src/server/rules/writeMetadata.ts';
export type { Context } from 'src/server/context.ts';

/** A stored computed value, from the item's own properties. Example (toy): `loanDays: ({ from, to }) => …`. */
export type ComputeValue = (properties: Values) => Json;

/**
 * A clock value as steps over time: the value holds from `from` (ms since the epoch, -Infinity for the first) until the next step.
 * Example (toy): `loanState` gives PENDING from -Infinity, ONGOING from the loan's start, PAST from its end.
 */
export interface ClockStep {
  readonly from: number;
  readonly value: string;
}
export type ComputeClock = (properties: Values) => readonly ClockStep[];

/** Entries for what is wrong with the proposed properties; empty when all is well. */
export type ValidateRule = (
  proposed: Values,
  before: Values | undefined,
  context: Context,
) => Promise<readonly InvalidEntry[]>;
/** Returns changes to add to the write. */
export type BeforeSaveRule = (proposed: Values, before: Values | undefined, context: Context) => Promise<Values>;
export type AfterCommitRule = (id: ItemId, context: Context) => Promise<void>;

/** Runs `act/{name}`; the item `_t`,`_i` has been read and the declared right checked. */
export type RunAction = (item: Item, input: Values, context: Context) => Promise<Json>;

/** For `migrate`: a new value from the old one (`retype`), values by property (`split`), or a value where there was none (`backfill`). */
export type MigrateValue = (value: Json | undefined, properties: Values) => Json;

export interface Domain {
  readonly computed: Readonly<Record<string, ComputeValue>>;
  readonly clocks: Readonly<Record<string, ComputeClock>>;
  readonly validate: Readonly<Record<string, ValidateRule>>;
  readonly beforeSave: Readonly<Record<string, BeforeSaveRule>>;
  readonly afterCommit: Readonly<Record<string, AfterCommitRule>>;
  readonly migrate: Readonly<Record<string, MigrateValue>>;
  readonly actions: Readonly<Record<string, RunAction>>;
  /** Of the actions that are declared `async`: work that goes on after the answer, see tasks/TaskHandler.ts. */
  readonly tasks: Readonly<Record<string, TaskAction>>;
  /** Named predicates of the `fn` form, as predicates. */
  readonly predicates: Readonly<Record<string, Predicate>>;
  /** Validator of the stored shape per type (generated, standalone). */
  readonly validators: Readonly<Record<string, Validator>>;
}
