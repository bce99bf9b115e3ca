// Relations that point to one item, by type and property, with the number of items that the reader may see.

import { useCallback } from 'react';
import { openFilters } from 'src/model/listing/listingPlan.ts';
import { type Messages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import type { SessionUser } from 'src/model/generated/wire.ts';
import type { Item } from 'src/model/item/Item.ts';
import { relationTargets } from 'src/model/query/queryKeys.ts';
import { relationsOf } from 'src/model/schema/paths.ts';
import type { Registry } from 'src/model/schema/Registry.ts';

export interface RelatedGroup {
  readonly type: string;
  readonly path: string;
}

export interface CountedGroup extends RelatedGroup {
  readonly count: number;
}

/** `Book.shelf`: in addresses, and after `related.` the message of its heading. */
export const groupKey = ({ type, path }: RelatedGroup): string => `${type}.${path}`;

/** Returns the declared title of the relation; else the type, with the property by which its items name this one. */
export const groupTitle = (group: RelatedGroup, messages: Messages): string =>
  messages.find(`related.${groupKey(group)}`) ??
  messages.format('related.by', {
    type: messages.plural(group.type),
    property: messages.property(group.type, group.path),
  });

/**
 * Returns the relations by which the reader can find items; a relation that is not a filter is only part of the whole
 * list.
 */
const groupsAround = (registry: Registry, name: string, user: SessionUser | undefined): readonly RelatedGroup[] =>
  Object.values(registry.types).flatMap((type) => {
    const open = openFilters(type, user);
    return relationsOf(type.properties)
      .filter(({ path, property }) => open.has(path) && property.rel?.to.includes('*') === false)
      .filter(({ property }) => relationTargets(registry, property).includes(name))
      .map(({ path }) => ({ type: type.name, path }));
  });

const NO_GROUPS: readonly CountedGroup[] = [];

/** Returns the groups that hold something; empty until known. Counts only the types that name the item at all. */
export const useRelatedGroups = ({ $id, _t }: Item): readonly CountedGroup[] => {
  const { registry, search, session } = useClient();
  const { user } = session;
  const ask = useCallback(async (): Promise<readonly CountedGroup[]> => {
    const groups = groupsAround(registry, _t, user);
    if (groups.length === 0) return NO_GROUPS;
    const { facets } = await search.search({
      must: { _t: [...new Set(groups.map(({ type }) => type))], related: [$id] },
      facets: ['_t'],
      max: 1,
    });
    const there = new Set(
      (facets?._t ?? []).flatMap((each) => ('value' in each && each.count > 0 ? [each.value] : [])),
    );
    const asked = groups.filter(({ type }) => there.has(type));
    const totals = await Promise.all(
      asked.map(({ type, path }) => search.count({ must: { _t: [type], [path]: [$id] } })),
    );
    return asked.map((group, at) => ({ ...group, count: totals[at] ?? 0 })).filter(({ count }) => count > 0);
  }, [registry, search, user, $id, _t]);
  // Without an answer, the list is shown without groups.
  return useServerData({ of: $id, ask }).answer ?? NO_GROUPS;
};
