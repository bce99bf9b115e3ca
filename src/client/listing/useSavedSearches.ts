// The person's own saved searches and those shared in the organisations that they belong to, sorted by name. Searches that an
// administrator may read as well are left out. The listing, the home page and the navigation use this.

import { useCallback, useEffect } from 'react';
import { SAVED_SEARCH } from 'src/client/listing/savedSearch.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';

const MAX_SAVED_SEARCHES = 100;
const NO_SEARCHES: readonly ItemId[] = [];
const WATCHED = [SAVED_SEARCH];

/**
 * Returns the saved searches of one screen, or of all screens; none for a list without a screen, whose `screen` is empty. Observable: call it
 * inside an observer.
 */
export const useSavedSearches = (screen?: string): readonly Item[] => {
  const { search, items, session, searchAlerts } = useClient();
  const { signedIn, user } = session;
  const person = user?.$id;
  const owners = (user?.readOrgs ?? []).join(' ');
  const ask = useCallback(async (): Promise<readonly ItemId[]> => {
    const must = { _t: [SAVED_SEARCH], ...(screen === undefined ? {} : { screen: [screen] }) };
    const should = { createdBy: [person ?? ''], ...(owners === '' ? {} : { owner: owners.split(' ') }) };
    return (await search.search({ must, should, sort: [{ key: 'name', order: 'asc' }], max: MAX_SAVED_SEARCHES })).ids;
  }, [search, screen, person, owners]);
  const mayHave = signedIn && person !== undefined && screen !== '';
  // Other people share, unshare, rename and delete searches too.
  const { answer: ids = NO_SEARCHES } = useServerData(
    mayHave ? { of: `${person} ${screen ?? ''}`, ask, types: WATCHED } : undefined,
  );
  useEffect(() => {
    if (mayHave) searchAlerts.need();
  }, [mayHave, searchAlerts]);
  return ids.flatMap((id) => {
    const loaded = items.get(id);
    return loaded.state === 'ready' ? [loaded.item] : [];
  });
};
