// Whether an item is in a state that its type declares as fixed: it stays as it is, for everybody. Asked by the server before a change,
// and by pages, which then offer none.

import type { Values } from 'src/model/item/Item.ts';
import type { ClientStateMachine } from 'src/model/schema/StateMachine.ts';

interface WithStates {
  readonly states?: Pick<ClientStateMachine, 'property' | 'fixed'>;
}

/** What a fixed item refuses. */
const REFUSED: ReadonlySet<string> = new Set(['update', 'delete']);

export const isRefusedByState = (action: string): boolean => REFUSED.has(action);

/** The fixed state that the item is in; undefined for an item that may be changed. Example (toy): a repair that is DONE. */
export const fixedStateOf = (type: WithStates | undefined, values: Values): string | undefined => {
  const { property, fixed = [] } = type?.states ?? {};
  const state = property === undefined ? undefined : values[property];
  return typeof state === 'string' && fixed.includes(state) ? state : undefined;
};
