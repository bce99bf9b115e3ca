// Assignees of each step of an item; for a step that has not begun, those whom the server will assign.

import type { Endpoints } from 'src/model/generated/endpoints.ts';
import { useCallback } from 'react';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import type { ShownStep } from 'src/client/fields/display/stepValues.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';

type Ahead = Endpoints['peopleAhead']['answer'];

/** True for a step whose people the server works out when its turn comes. */
const isNotBegun = ({ state, assigned }: ShownStep): boolean => state === 'BLANK' && assigned.length === 0;

/** Returns the people of a step; undefined while the server is asked for them. */
export const usePeopleOfSteps = (
  { $id, _t, _i, _u }: Item,
  steps: readonly ShownStep[],
): ((step: ShownStep) => readonly ItemId[] | undefined) => {
  const { connection } = useClient();
  const ask = useCallback((): Promise<Ahead> => connection.send('act/peopleAhead', { _t, _i }), [connection, _t, _i]);
  const version = [_u, ...steps.map(({ item }) => item._u)].join();
  const { answer } = useServerData(steps.some(isNotBegun) ? { of: $id, ask, version } : undefined);
  return (step) => (isNotBegun(step) ? answer && (answer.people[step.item.$id] ?? []) : step.assigned);
};
