// The property with the declared state of an item is written only by its transitions, for every caller. A new item begins in one of the
// initial states, and a save that would change the state is refused. Called by createItem and updateItem, so it also holds for imports and
// bulk changes.

import { deepEqual } from 'src/base/deepEqual.ts';
import type { InvalidEntry } from 'src/model/generated/wire.ts';
import type { Values } from 'src/model/item/Item.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import { pointerStep } from 'src/model/text/jsonPointer.ts';

/** Returns the names without the state property, which other rules check. */
export const withoutState = ({ states }: ServerItemType, names: readonly string[]): string[] =>
  names.filter((name) => name !== states?.property);

/** `stored`: the item as it is; undefined for a new one. */
export const stateErrors = ({ states }: ServerItemType, given: Values, stored: Values | undefined): InvalidEntry[] => {
  if (!states || !Object.hasOwn(given, states.property)) return [];
  const wanted = given[states.property] ?? null;
  const stays = stored !== undefined && deepEqual(wanted, stored[states.property] ?? null);
  const begins = stored === undefined && states.initial.some((state) => state === wanted);
  return stays || begins ? [] : [{ path: pointerStep(states.property), message: 'errors.state.transition' }];
};
