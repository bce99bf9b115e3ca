// The states of an item type as its `<Type>.states.json` declares them: one enum property, and the transitions between its values.
// Compiled by codegen; read by the server, which runs transitions, and by pages, which offer them.

import type { Path, Predicate } from 'src/model/access/Predicate.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { EventNotice } from 'src/model/schema/TypeServer.ts';

/** As the `to` of a transition: the state is given when it runs. Such a transition has no button of its own. */
export const ANY_STATE = '*';

/** What a page needs to offer a transition. Its name is also that of the right, and of the message `types.{T}.transitions.{name}`. */
export interface ClientTransition {
  readonly name: string;
  /** States that it may start from; never empty. */
  readonly from: readonly string[];
  readonly to: string;
  /** Paths that must be filled first. */
  readonly requires: readonly Path[];
  /** Own properties that are asked with it, and saved before it. */
  readonly asks?: readonly Path[];
  /** Whether a reason is asked for. */
  readonly reason?: 'required' | 'optional';
  /** Whoever runs it says which version they have looked at: a newer one is refused. */
  readonly seen?: true;
  /** A read action that says what it would do, for the question before it. */
  readonly preview?: string;
  /** A property that must be empty, where nothing else is asked of the item: the move is not offered while it has a value. */
  readonly whileEmpty?: string;
  /** Asks before it runs. */
  readonly confirm: boolean;
  readonly intent?: 'primary' | 'warning' | 'danger';
}

export interface ClientStateMachine {
  /** The enum property that holds the state. */
  readonly property: string;
  /**
   * The enum property that says why the item is in its state. Where it has a value, the item is shown, counted and found under that value
   * in place of its state.
   */
  readonly why?: string;
  /** Properties whose values the page shows with the state. */
  readonly says?: readonly string[];
  /** States in which an item may be made; the first is the property's default. */
  readonly initial: readonly string[];
  /** States in which nobody changes or deletes the item or the files that it names; see `fixedStateOf`. */
  readonly fixed: readonly string[];
  /** In their declared order, without those that only the engine runs. */
  readonly transitions: readonly ClientTransition[];
}

export interface Transition extends ClientTransition {
  /** Properties set with it: `$now`, `$today`, `$user.id`, a constant, or null, which removes. */
  readonly sets: Readonly<Record<string, Json>>;
  /** Registered functions, run in order in the same transaction after the write. */
  readonly effects: readonly string[];
  /** By the engine or an effect only: nobody has the right to it. */
  readonly auto: boolean;
  /** Holds for the item alone, before the change. */
  readonly guard?: Predicate;
  readonly event?: EventNotice;
  /** The purpose of the conversation in which the reason is said. It stands nowhere else then: more people read the event. */
  readonly reasonTo?: string;
}

export interface StateMachine extends ClientStateMachine {
  readonly transitions: readonly Transition[];
  /** Values that nothing leads to, but that imported items may have. */
  readonly imported: readonly string[];
}

/** Returns the state under which an item is shown, counted and found: why it is in its state, where it says so, or else the state. */
export const shownState = (
  { property, why = '' }: Pick<ClientStateMachine, 'property' | 'why'>,
  values: Readonly<Record<string, Json | undefined>>,
): Json => {
  const because = values[why];
  return typeof because === 'string' ? because : (values[property] ?? null);
};

/** Returns every state under which an item of the type may be shown, in their declared order. */
export const shownStates = (
  { property, why = '' }: Pick<ClientStateMachine, 'property' | 'why'>,
  properties: Readonly<Record<string, Property>>,
): readonly string[] => [property, why].flatMap((name) => properties[name]?.values ?? []);
