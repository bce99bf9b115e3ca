// This person's own saved searches and those shared in the organisations that they belong to, by name: an administrator may read those of
// everybody, which are not theirs to work with. For the listing, the home page and the navigation.

import { useEffect, useState } from 'react';
import { SAVED_SEARCH } from 'src/client/search/savedSearch.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';

const MOST = 100;
/** Many changes at once are one question. */
const ASK_AFTER_MS = 250;

/** Of one screen, or all. Observable: call it inside an observer. */
export const useSavedSearches = (screen?: string): readonly Item[] => {
  const { search, items, session, searchAlerts, connection } = useClient();
  const [ids, setIds] = useState<readonly ItemId[]>([]);
  const { signedIn, user } = session;
  const person = user?.$id;
  const owners = (user?.readOrgs ?? []).join(' ');
  useEffect(() => {
    if (!signedIn || person === undefined) return undefined;
    let wanted = true;
    const ask = (): void => {
      const must = { _t: [SAVED_SEARCH], ...(screen === undefined ? {} : { screen: [screen] }) };
      const should = { createdBy: [person], ...(owners === '' ? {} : { owner: owners.split(' ') }) };
      search.search({ must, should, sort: [{ key: 'name', order: 'asc' }], max: MOST }).then(
        (answer) => wanted && setIds(answer.ids),
        () => {}, // they are offered with the next change
      );
    };
    const isSaved = (id: ItemId): boolean => id.startsWith(`${SAVED_SEARCH}-`);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const askSoon = (id: ItemId): void => {
      if (!isSaved(id)) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        ask();
      }, ASK_AFTER_MS);
    };
    // Also what others share, keep for themselves again, rename or delete.
    const stops = [
      items.watch(`${SAVED_SEARCH}-0`),
      connection.onPush('item/update', ({ $id }) => askSoon($id)),
      connection.onPush('taskComplete', ({ keyAction, keyItem }) => {
        if (keyAction === 'delete' && keyItem !== null) askSoon(keyItem);
      }),
      connection.onAuthed(ask),
      items.onOwnChange((id) => isSaved(id) && ask()),
    ];
    ask();
    searchAlerts.need();
    return () => {
      wanted = false;
      clearTimeout(timer);
      stops.forEach((stop) => stop());
    };
  }, [search, items, searchAlerts, connection, screen, signedIn, person, owners]);
  return ids.flatMap((id) => {
    const loaded = items.get(id);
    return loaded.state === 'ready' ? [loaded.item] : [];
  });
};
