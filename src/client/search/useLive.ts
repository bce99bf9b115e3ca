// A listing receives changes of its types: what others make is offered, never pushed under what is being read; what the reader has
// made or deleted shows at once; a failed listing tries again on reconnect.

import { reaction } from 'mobx';
import { useEffect } from 'react';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';
import { useClient } from 'src/client/useClient.ts';

/** A stream of changes is counted at most so often. */
const LISTING_RECOUNT_MS = 1_000;

export const useLive = (store: ListingStore): void => {
  const { items, connection, day } = useClient();
  useEffect(() => {
    const releases = store.plan.types.slice(0, 10).map(({ name }) => items.watch(`${name}-0`));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const recountSoon = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        // A count that fails is made with the next change.
        store.recount().catch(() => {});
      }, LISTING_RECOUNT_MS);
    };
    const silence = connection.onPush('item/update', (push) => {
      if (store.receive(push)) recountSoon();
    });
    const follow = items.onOwnChange((id, change) => {
      if (!store.lists(id)) return;
      if (change === 'created') void store.load();
      else {
        store.remove(id);
        recountSoon();
      }
    });
    const retry = connection.onAuthed(() => {
      void (store.status === 'failed' ? store.load() : store.confirm());
    });
    // Results that depend on due dates change with the day.
    const turned = reaction(
      () => day.key,
      () => void store.confirm(),
    );
    return () => {
      turned();
      retry();
      silence();
      follow();
      clearTimeout(timer);
      for (const release of releases) release();
    };
  }, [store, items, connection, day]);
};
