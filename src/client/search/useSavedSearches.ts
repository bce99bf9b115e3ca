// This person's own saved searches and those shared in the organisations that they belong to, by name: an administrator may read those of
// everybody, which are not theirs to work with. For the listing, the home page and the navigation.

import { useCallback, useEffect } from 'react';
import { SAVED_SEARCH } from 'src/client/search/savedSearch.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';

const MOST = 100;
const NONE: readonly ItemId[] = [];
/** Many changes at once are one question. */
const ASK_AFTER_MS = 250;

/** Of one screen, or all. Observable: call it inside an observer. */
export const useSavedSearches = (screen?: string): readonly Item[] => {
  const { search, items, session, searchAlerts, connection } = useClient();
  const { signedIn, user } = session;
  const person = user?.$id;
  const owners = (user?.readOrgs ?? []).join(' ');
  const ask = useCallback(async (): Promise<readonly ItemId[]> => {
    const must = { _t: [SAVED_SEARCH], ...(screen === undefined ? {} : { screen: [screen] }) };
    const should = { createdBy: [person ?? ''], ...(owners === '' ? {} : { owner: owners.split(' ') }) };
    return (await search.search({ must, should, sort: [{ key: 'name', order: 'asc' }], max: MOST })).ids;
  }, [search, screen, person, owners]);
  const isPerson = signedIn && person !== undefined;
  const { answer: ids = NONE, again } = useServerData(isPerson ? { of: `${person} ${screen ?? ''}`, ask } : undefined);
  useEffect(() => {
    if (!isPerson) return undefined;
    const isSaved = (id: ItemId): boolean => id.startsWith(`${SAVED_SEARCH}-`);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const askSoon = (id: ItemId): void => {
      if (!isSaved(id)) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        void again();
      }, ASK_AFTER_MS);
    };
    // Other people share, unshare, rename and delete searches too.
    const stops = [
      items.watch(`${SAVED_SEARCH}-0`),
      connection.onPush('item/update', ({ $id }) => askSoon($id)),
      connection.onPush('taskComplete', ({ keyAction, keyItem }) => {
        if (keyAction === 'delete' && keyItem !== null) askSoon(keyItem);
      }),
      items.onOwnChange((id) => void (isSaved(id) && again())),
    ];
    searchAlerts.need();
    return () => {
      clearTimeout(timer);
      stops.forEach((stop) => stop());
    };
  }, [isPerson, items, searchAlerts, connection, again]);
  return ids.flatMap((id) => {
    const loaded = items.get(id);
    return loaded.state === 'ready' ? [loaded.item] : [];
  });
};
