// Value lists that this person may change, and for which owners. Requested from the server, so that nothing is offered that would be
// refused.

import type { Endpoints } from 'src/model/generated/endpoints.ts';
import { useCallback } from 'react';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import type { ItemId } from 'src/model/item/Item.ts';

type Answer = Endpoints['listRights']['answer'];

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
  /** Sends a request even when another part of the page has an answer. */
  readonly fresh?: boolean;
}

/** Answers of the server by signed-in person, so that all fields of a page share one request. */
const listRightsAnswers = new WeakMap<object, Promise<Answer>>();

export const useListRights = ({ wanted = true, fresh = false }: Asked = {}): ListRights => {
  const { connection, session } = useClient();
  const { user } = session;
  const holder: object = user ?? session;
  const ask = useCallback(async (): Promise<Answer> => {
    const known = fresh ? undefined : listRightsAnswers.get(holder);
    const asked = known ?? connection.send('act/listRights', {});
    listRightsAnswers.set(holder, asked);
    try {
      return await asked;
    } catch (failure) {
      // The next call sends a request again.
      listRightsAnswers.delete(holder);
      throw failure;
    }
  }, [connection, holder, fresh]);
  const { answer: known, failure, again } = useServerData(wanted ? { of: user?.$id ?? '', ask } : undefined);
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
