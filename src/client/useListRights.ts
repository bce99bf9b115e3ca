// Value lists that this person may change, and for which owners. Requested from the server, so that nothing is offered that would be
// refused.

import { useCallback } from 'react';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import type { ItemId } from 'src/model/item/Item.ts';

export interface ListRights {
  /** Undefined until it is known. */
  readonly mayChange: ((list: string, owner?: ItemId) => boolean) | undefined;
  readonly ownersOf: (list: string) => readonly string[];
  readonly failure: unknown;
  readonly load: () => void;
}

interface Asked {
  /** False sends no request, and the rights stay unknown. */
  readonly wanted?: boolean;
}

export const useListRights = ({ wanted = true }: Asked = {}): ListRights => {
  const { listRights, session } = useClient();
  const person = session.user?.$id;
  const ask = useCallback(() => listRights.read(person), [listRights, person]);
  const { answer: known, failure, again } = useServerData(wanted ? { of: person ?? '', ask } : undefined);
  const ownersOf = (list: string): readonly string[] => known?.lists[list] ?? [];
  return {
    ownersOf,
    mayChange:
      known &&
      ((list, owner) =>
        known.all || (owner === undefined ? ownersOf(list).length > 0 : ownersOf(list).includes(owner))),
    failure: known ? undefined : failure,
    load: () => void again(),
  };
};
