// A listing hears of its types: what is new is offered, never pushed under what is being read; a failed one tries again on reconnect.

import { useEffect } from 'react';
import type { ListingStore } from 'src/client/search/ListingStore.ts';
import { useClient } from 'src/client/useClient.ts';

export const useLive = (store: ListingStore): void => {
  const { items, connection } = useClient();
  useEffect(() => {
    const releases = store.plan.types.slice(0, 10).map(({ name }) => items.watch(`${name}-0`));
    const silence = connection.onPush('item/update', (push) => store.receive(push));
    const retry = connection.onAuthed(() => {
      if (store.status === 'failed') void store.load();
    });
    return () => {
      retry();
      silence();
      for (const release of releases) release();
    };
  }, [store, items, connection]);
};
