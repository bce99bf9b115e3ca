// People of the site who match what was typed, after the input delay; the newest question wins. Each with the address, where the
// reader may see it, else the owners that they belong to.

import { useEffect, useState } from 'react';
import { DELAYS } from 'src/client/ui/Loading.tsx';
import { useClient } from 'src/client/useClient.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';

const SHOWN = 50;

interface FoundUser {
  readonly id: ItemId;
  readonly note: string | undefined;
}

const noteOf = (item: Item | undefined): string | undefined => {
  if (!item) return undefined;
  const { email, contact } = item;
  if (typeof email === 'string') return email;
  return typeof contact === 'string' ? item.$labels?.[contact] : undefined;
};

export const useUsers = (text: string): readonly FoundUser[] | undefined => {
  const { search, alerts, connection } = useClient();
  const [found, setFound] = useState<readonly FoundUser[]>();
  useEffect(() => {
    let wanted = true;
    const typed = text.trim();
    const ask = async (): Promise<void> => {
      const must = { _t: [SYSTEM_TYPES.user], ...(typed !== '' && { text: [typed] }) };
      const { ids } = await search.search({ must, max: SHOWN, labels: true });
      const items = ids.length === 0 ? {} : await connection.send('readMany/object', ids);
      if (wanted) setFound(ids.map((id) => ({ id, note: noteOf(items[id] as Item | undefined) })));
    };
    const timer = setTimeout(() => {
      ask().catch((thrown: unknown) => alerts.error(thrown));
    }, DELAYS.input);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [search, alerts, connection, text]);
  return found;
};
