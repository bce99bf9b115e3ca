// The searches that types ship, each on the first screen of its type that a menu holds, and then those that people have saved.

import type { Filters, Query } from 'src/model/generated/wire.ts';
import { shippedState } from 'src/client/search/listingPlan.ts';
import { queryOfSaved } from 'src/model/query/savedQuery.ts';
import { savedAddress } from 'src/client/search/savedSearch.ts';
import { useSavedSearches } from 'src/client/search/useSavedSearches.ts';
import { writeState } from 'src/client/search/listingState.ts';
import { type MenuNode, screensOf } from 'src/client/shell/menuTree.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

interface ShippedLink {
  readonly to: string;
  readonly title: string;
  /** How many there are. */
  readonly query: Query;
}

export const useShipped = (nodes: readonly MenuNode[]): readonly ShippedLink[] => {
  const { registry, session } = useClient();
  const messages = useMessages();
  const found = new Map<string, ShippedLink>();
  for (const { path, search } of nodes.flatMap(screensOf)) {
    const [type, second] = search?.types ?? [];
    if (type === undefined || second !== undefined) continue;
    for (const shipped of registry.types[type]?.view.saved ?? []) {
      const key = `types.${type}.saved.${shipped.key}`;
      const state = shippedState(shipped);
      const param = writeState(state);
      // The whole list is no search.
      if (param === undefined) continue;
      const to = `/${path}?c0=${encodeURIComponent(param)}`;
      const text: Filters = state.text === '' ? {} : { text: [state.text] };
      const query = { must: { _t: [type], ...state.chosen, ...text }, max: 1 };
      if (!found.has(key)) found.set(key, { to, title: messages.format(key), query });
    }
  }
  const saved = useSavedSearches().flatMap((item): ShippedLink[] => {
    const to = savedAddress(item);
    const query = queryOfSaved(registry, item, {
      $id: session.user?.$id ?? '',
      readOrgs: session.user?.readOrgs ?? [],
    });
    if (to === undefined || !query) return [];
    return [{ to, title: item.$label, query: { ...query, max: 1 } }];
  });
  return [...found.values(), ...saved];
};
