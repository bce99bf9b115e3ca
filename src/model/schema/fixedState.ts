// Finds whether an item is in a state that its type declares as fixed, in which no person can change it. The server checks this before a
// change; pages then offer none.

import type { Values } from 'src/model/item/Item.ts';
import type { ClientStateMachine } from 'src/model/schema/StateMachine.ts';

interface WithStates {
  readonly states?: Pick<ClientStateMachine, 'property' | 'fixed'>;
}

/** Actions that a fixed item refuses. */
const REFUSED_WHEN_FIXED: ReadonlySet<string> = new Set(['update', 'delete']);

export const isRefusedByState = (action: string): boolean => REFUSED_WHEN_FIXED.has(action);

/** Returns the fixed state of the item, or undefined for an item that may be changed. Example (toy): a repair that is DONE. */
export const fixedStateOf = (type: WithStates | undefined, values: Values): string | undefined => {
  const { property, fixed = [] } = type?.states ?? {};
  const state = property === undefined ? undefined : values[property];
  return typeof state === 'string' && fixed.includes(state) ? state : undefined;
};
