// Text for the state of an item: that of the reason for its state, when the type declares one and the item has it. Pure.

import type { Json } from 'src/model/item/Item.ts';
import { shownState, type ClientStateMachine } from 'src/model/schema/StateMachine.ts';
import { readableName } from 'src/model/text/readableName.ts';

interface StatedType {
  readonly name: string;
  readonly states?: Pick<ClientStateMachine, 'property' | 'why'> | undefined;
}

/** Returns undefined for an item without a state. `find` returns the message of an id. */
export const stateText = (
  find: (id: string) => string | undefined,
  { name, states }: StatedType,
  values: Readonly<Record<string, Json | undefined>>,
): string | undefined => {
  if (!states) return undefined;
  const { property, why = '' } = states;
  const state = shownState(states, values);
  if (typeof state !== 'string') return undefined;
  const wordAt = (path: string): string | undefined => find(`types.${name}.enum.${path}.${state}`);
  return wordAt(property) ?? wordAt(why) ?? readableName(state);
};
