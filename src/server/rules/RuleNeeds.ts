// Services that the rules of a write need. Functions that areas register, and followers of higher layers, are handed in by the composition.

import type { Clock } from 'src/base/clock.ts';
import type { Predicate } from 'src/model/access/Predicate.ts';
import type { InvalidEntry } from 'src/model/generated/wire.ts';
import type { ItemId, Values } from 'src/model/item/Item.ts';
import type { Validator } from 'src/model/schema/Validator.ts';
import type { ActionRights } from 'src/server/access/actions/actionRights.ts';
import type { Context, WritingContext } from 'src/server/context.ts';
import type { Events } from 'src/server/eventLog/events.ts';
import type { Proposal } from 'src/server/rules/proposal.ts';
import type { CalendarSources } from 'src/server/store/calendars.ts';
import type { Database, Queryable, Transaction } from 'src/server/store/database.ts';
import type { ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';
import type { ReadFilters } from 'src/server/store/readers/readFilters.ts';
import type { ValueFunctions } from 'src/server/store/valueFunctions.ts';

/** Returns entries for what is wrong with the proposed properties; an empty list when they are valid. */
export type ValidateRule<Needs = RuleNeeds> = (
  proposed: Values,
  before: Values | undefined,
  context: WritingContext<Needs>,
) => Promise<readonly InvalidEntry[]>;

/** Returns changes to add to the write. */
export type BeforeSaveRule<Needs = RuleNeeds> = (
  proposed: Values,
  before: Values | undefined,
  context: WritingContext<Needs>,
) => Promise<Values>;

export type AfterCommitRule<Needs = RuleNeeds> = (id: ItemId, context: Context<Needs>) => Promise<void>;

/** The cause of an effect: a transition of the item, or one of its steps that became active or complete. */
export interface EffectCause {
  readonly item: StoredItem;
  readonly transition?: string | undefined;
  readonly step?: StoredItem | undefined;
  readonly reason?: string | undefined;
}

/** Runs in the transaction of its cause, after the write. An error that it throws rolls back both. */
export type RunEffect<Needs = RuleNeeds> = (context: WritingContext<Needs>, cause: EffectCause) => Promise<void>;

/** Functions that declarations name, by name. */
export interface DeclaredFunctions<Needs = RuleNeeds> extends ValueFunctions {
  /** Validator of the stored shape of each type (generated, standalone). */
  readonly validators: Readonly<Record<string, Validator>>;
  /** Named predicates of the `fn` form, as predicates. */
  readonly predicates: Readonly<Record<string, Predicate>>;
  readonly validate: Readonly<Record<string, ValidateRule<Needs>>>;
  readonly beforeSave: Readonly<Record<string, BeforeSaveRule<Needs>>>;
  readonly afterCommit: Readonly<Record<string, AfterCommitRule<Needs>>>;
  /** Named by the transitions of state tables and by step kinds. */
  readonly effects: Readonly<Record<string, RunEffect<Needs>>>;
}

export interface WrittenItem {
  readonly stored: StoredItem;
  /** Undefined for a new item. */
  readonly before: Values | undefined;
  /** A remark about the change, for the conversation of a purpose. */
  readonly said?: { readonly purpose: string; readonly text: string } | undefined;
}

/** Work of a higher layer in the transaction of every write of an item. */
export interface Follower<Needs = RuleNeeds> {
  /** Returns values that the engine keeps in the item. */
  readonly valuesOf?: (proposal: Proposal<Needs>) => Promise<Values>;
  /** Returns further entries for what is wrong with the item. */
  readonly errorsOf?: (proposal: Proposal<Needs>) => Promise<readonly InvalidEntry[]>;
  /** Runs after an item was made. */
  readonly created?: (context: WritingContext<Needs>, stored: StoredItem) => Promise<void>;
  /** Runs after a save of a stored item. */
  readonly updated?: (
    context: WritingContext<Needs>,
    change: { readonly stored: StoredItem; readonly before: Values },
  ) => Promise<void>;
  /** Runs after any write of an item: when it was made, saved, or moved to another state. */
  readonly written?: (context: WritingContext<Needs>, written: WrittenItem) => Promise<void>;
  /** Runs before an item is removed. May refuse. */
  readonly removing?: (context: WritingContext<Needs>, stored: StoredItem) => Promise<void>;
}

export interface RuleNeeds extends CalendarSources {
  readonly clock: Clock;
  readonly database: Database;
  readonly items: ItemStorage;
  readonly readFilters: ReadFilters;
  readonly access: ActionRights;
  readonly events: Events;
  readonly domain: DeclaredFunctions;
  readonly followers: readonly Follower[];
  readonly audience: {
    readersAmong(db: Queryable, users: readonly ItemId[], item: Pick<StoredItem, 'acl'>): Promise<ItemId[]>;
  };
  readonly accounts: { changeAddress(tx: Transaction, user: ItemId, email: string): Promise<unknown> };
  /** Keeps the bytes of an upload as a stored file. */
  readonly uploads: { keep(key: string, fileID: string): Promise<void> };
}

export type RuleContext = Context<RuleNeeds>;
export type RuleWriting = WritingContext<RuleNeeds>;
