// The searches that types ship, each on the widest screen of its type that a menu holds and that can find it, and then those that people
// have saved.

import type { Query } from 'src/model/generated/wire.ts';
import { planOf, queryOf, shippedState } from 'src/model/listing/listingPlan.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { queryOfSaved } from 'src/model/query/savedQuery.ts';
import { savedAddress, savedName } from 'src/client/listing/savedSearch.ts';
import { useSavedSearches } from 'src/client/listing/useSavedSearches.ts';
import { writeState } from 'src/model/listing/listingState.ts';
import { type MenuNode, screensOf } from 'src/client/navigation/menuTree.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

export interface SearchLink {
  readonly to: string;
  readonly title: string;
  /** The title of the page that it narrows. */
  readonly of: string;
  readonly icon: string;
  /** Id of a saved search. */
  readonly saved?: ItemId;
  /** The number shown next to the link counts the results of this query. */
  readonly query: Query;
}

const SEARCH = 'search';

export const useSearchLinks = (nodes: readonly MenuNode[]): readonly SearchLink[] => {
  const { registry, session } = useClient();
  const messages = useMessages();
  const found = new Map<string, SearchLink>();
  const listed = nodes.flatMap(screensOf);
  // As declared, those first that leave nothing out.
  const screens = registry.screens
    .filter((screen) => listed.includes(screen) && screen.search?.types.length === 1)
    .toSorted((one, other) => Number(!!one.search?.must) - Number(!!other.search?.must));
  for (const { path, search = { types: [] }, icon } of screens) {
    const [type = ''] = search.types;
    const plan = planOf(search, { registry, user: session.user });
    for (const shipped of plan.shipped) {
      const key = `types.${type}.saved.${shipped.key}`;
      const state = shippedState(shipped);
      const param = writeState(state);
      // The whole list is no search.
      if (param === undefined) continue;
      const to = `/${path}?c0=${encodeURIComponent(param)}`;
      const { facets: _, labels: __, sort: ___, ...asked } = queryOf(plan, state);
      const query = { ...asked, max: 1 };
      const where = { of: messages.screen(path), icon: registry.types[type]?.view.icon ?? icon ?? SEARCH };
      if (!found.has(key)) found.set(key, { to, title: messages.format(key), ...where, query });
    }
  }
  const saved = useSavedSearches().flatMap((item): SearchLink[] => {
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
    return [{ to, title: savedName(item, messages), ...where, saved: item.$id, query: { ...query, max: 1 } }];
  });
  return [...found.values(), ...saved];
};
