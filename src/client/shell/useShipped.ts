// The searches that types ship, each on the first screen of its type that a menu holds, and then those that people have saved.

import type { Filters, Query } from 'src/model/generated/wire.ts';
import { shippedState } from 'src/client/search/listingPlan.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { queryOfSaved } from 'src/model/query/savedQuery.ts';
import { savedAddress } from 'src/client/search/savedSearch.ts';
import { useSavedSearches } from 'src/client/search/useSavedSearches.ts';
import { writeState } from 'src/client/search/listingState.ts';
import { type MenuNode, screensOf } from 'src/client/shell/menuTree.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

export interface ShippedLink {
  readonly to: string;
  readonly title: string;
  /** The title of the page that it narrows. */
  readonly of: string;
  readonly icon: string;
  /** Of one that somebody has saved. */
  readonly saved?: ItemId;
  /** How many there are. */
  readonly query: Query;
}

const SEARCH = 'search';

export const useShipped = (nodes: readonly MenuNode[]): readonly ShippedLink[] => {
  const { registry, session } = useClient();
  const messages = useMessages();
  const found = new Map<string, ShippedLink>();
  for (const { path, search, icon } of nodes.flatMap(screensOf)) {
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
      const where = { of: messages.screen(path), icon: registry.types[type]?.view.icon ?? icon ?? SEARCH };
      if (!found.has(key)) found.set(key, { to, title: messages.format(key), ...where, query });
    }
  }
  const saved = useSavedSearches().flatMap((item): ShippedLink[] => {
    const to = savedAddress(item);
    const query = queryOfSaved(registry, item, {
      $id: session.user?.$id ?? '',
      readOrgs: session.user?.readOrgs ?? [],
    });
    if (to === undefined || !query) return [];
    const screen = registry.screens.find(({ path }) => path === item['screen']);
    const [type, second] = screen?.search?.types ?? [];
    const typeIcon = second === undefined ? registry.types[type ?? '']?.view.icon : undefined;
    const of = screen ? messages.screen(screen.path) : messages.format('views.search');
    const where = { of, icon: typeIcon ?? screen?.icon ?? SEARCH };
    return [{ to, title: item.$label, ...where, saved: item.$id, query: { ...query, max: 1 } }];
  });
  return [...found.values(), ...saved];
};
