// A listing receives changes of its types: what others make is offered, never pushed under what is being read; what the reader has
// made or deleted shows at once; a failed listing tries again on reconnect.

import { autorun, reaction } from 'mobx';
import { useEffect } from 'react';
import { LISTING_RECOUNT_MS } from 'src/client/listing/RecountTimer.ts';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';
import { useClient } from 'src/client/useClient.ts';
import type { ItemUpdatePush } from 'src/model/generated/wire.ts';

/**
 * A change that leaves the results as they are, and only moves records between the values of a facet, is counted after this time and up to
 * twice of it: many people look at a list without filters, and the count is a search.
 */
const FACET_RECOUNT_MS = 4_000;

/** New items are offered of so many types. */
const MOST_OFFERED = 10;

const changesFacet = (store: ListingStore, { $id, changed }: ItemUpdatePush): boolean =>
  changed !== undefined &&
  store.lists($id) &&
  store.narrowedPlan.facets.some(({ key }) => Object.hasOwn(changed, key.split('.', 1)[0] ?? key));

export const useLive = (store: ListingStore): void => {
  const { items, connection, day } = useClient();
  useEffect(() => {
    const releases = new Map<string, () => void>();
    const watch = (type: string): void => {
      if (!releases.has(type)) releases.set(type, items.watch(`${type}-0`));
    };
    for (const { name } of store.plan.types.slice(0, MOST_OFFERED)) watch(name);
    // A result of any type leaves the list when it is closed to the reader.
    const shown = autorun(() => store.ids.forEach((id) => watch(id.slice(0, id.lastIndexOf('-')))));
    const { recounts } = store;
    const silence = connection.onPush('item/update', (push) => {
      if (store.receive(push)) recounts.within(LISTING_RECOUNT_MS);
      else if (changesFacet(store, push)) recounts.within(FACET_RECOUNT_MS * (1 + Math.random()));
    });
    const follow = items.onOwnChange((id, change) => {
      if (!store.lists(id)) return;
      if (change === 'created') void store.load();
      else {
        store.remove(id);
        recounts.within(LISTING_RECOUNT_MS);
      }
    });
    const retry = connection.onAuthed(() => {
      void (store.status === 'failed' || store.copy ? store.load() : store.confirm());
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
      recounts.stop();
      shown();
      for (const release of releases.values()) release();
    };
  }, [store, items, connection, day]);
};
