// States of an item type as declared in `<Type>.states.json`: one enum property and the transitions between its values. Compiled by
// codegen; the server runs transitions, and pages offer them.

import type { Path, Predicate } from 'src/model/access/Predicate.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { EventNotice } from 'src/model/schema/TypeServer.ts';

/** Target of a transition whose state is given when it runs. Such a transition has no button. */
export const ANY_STATE = '*';

/** Data that a page needs to offer a transition. Its name is also that of the right and of the message `types.{T}.transitions.{name}`. */
export interface ClientTransition {
  readonly name: string;
  /** Possible states before the transition; never empty. */
  readonly from: readonly string[];
  readonly to: string;
  /** Paths that must be filled before. */
  readonly requires: readonly Path[];
  /** Properties that are requested with the transition and saved before it. */
  readonly asks?: readonly Path[];
  /** Asks for a reason. */
  readonly reason?: 'required' | 'optional';
  /** Requires the version that the person has looked at; a newer one is refused. */
  readonly seen?: true;
  /** Read action that describes the result in the confirmation. */
  readonly preview?: string;
  /** Property that must be empty: the transition is not offered while it has a value. */
  readonly whileEmpty?: string;
  /** True when a confirmation is required. */
  readonly confirm: boolean;
  readonly intent?: 'primary' | 'warning' | 'danger';
}

export interface ClientStateMachine {
  /** Enum property with the state. */
  readonly property: string;
  /**
   * Enum property with the reason for the state. When it has a value, the item is shown, counted and found under that value instead of its
   * state.
   */
  readonly why?: string;
  /** Properties that the page shows with the state. */
  readonly says?: readonly string[];
  /** Initial states of an item; the first one is the property's default. */
  readonly initial: readonly string[];
  /** States in which no person can change or delete the item or its files; see `fixedStateOf`. */
  readonly fixed: readonly string[];
  /** Transitions in declared order, without those that only the engine runs. */
  readonly transitions: readonly ClientTransition[];
}

export interface Transition extends ClientTransition {
  /** Properties that it sets: `$now`, `$today`, `$user.id`, a constant, or null, which removes. */
  readonly sets: Readonly<Record<string, Json>>;
  /** Registered functions, run in order in the same transaction after the write. */
  readonly effects: readonly string[];
  /** True for transitions that only the engine or an effect runs: no person has the right. */
  readonly auto: boolean;
  /** Condition on the item before the change. */
  readonly guard?: Predicate;
  readonly event?: EventNotice;
  /** Purpose of the conversation that receives the reason. The event then does not contain it, because it has more readers. */
  readonly reasonTo?: string;
}

export interface StateMachine extends ClientStateMachine {
  readonly transitions: readonly Transition[];
  /** States that only imported items can have. */
  readonly imported: readonly string[];
}

/** Returns the state under which an item is shown, counted and found: the reason for its state, if it has one, or the state. */
export const shownState = (
  { property, why = '' }: Pick<ClientStateMachine, 'property' | 'why'>,
  values: Readonly<Record<string, Json | undefined>>,
): Json => {
  const because = values[why];
  return typeof because === 'string' ? because : (values[property] ?? null);
};

/** Returns every state under which an item of the type may be shown, in declared order. */
export const shownStates = (
  { property, why = '' }: Pick<ClientStateMachine, 'property' | 'why'>,
  properties: Readonly<Record<string, Property>>,
): readonly string[] => [property, why].flatMap((name) => properties[name]?.values ?? []);
