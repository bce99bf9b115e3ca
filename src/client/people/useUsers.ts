// Finds the people of the site who match what is typed, each with the email address, if the reader may see it, or else the owners that
// they belong to.

import { useCallback, useEffect } from 'react';
import { personNote } from 'src/client/fields/useNamesakes.ts';
import { DELAYS } from 'src/client/ui/Loading.tsx';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';

const USERS_SHOWN = 50;

interface FoundUser {
  readonly id: ItemId;
  readonly note: string | undefined;
}

/** Undefined until the people for exactly this text are known. */
export const useUsers = (text: string): readonly FoundUser[] | undefined => {
  const { search, alerts, connection } = useClient();
  const typed = text.trim();
  const ask = useCallback(async (): Promise<readonly FoundUser[]> => {
    const must = { _t: [SYSTEM_TYPES.user], ...(typed !== '' && { text: [typed] }) };
    const { ids } = await search.search({ must, max: USERS_SHOWN, labels: true });
    const items = ids.length === 0 ? {} : await connection.send('readMany/object', ids);
    return ids.map((id) => ({ id, note: personNote(items[id] as Item | undefined) }));
  }, [search, connection, typed]);
  const { answer, failure } = useServerData({ of: typed, ask, pause: DELAYS.input });
  useEffect(() => {
    if (failure !== undefined) alerts.error(failure);
  }, [alerts, failure]);
  return answer;
};
