// What names one item, by relation: which types' items name it by which property, and how many of each the reader may see.

import { useEffect, useState } from 'react';
import { readableName } from 'src/model/text/readableName.ts';
import { type Messages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
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

/** As declared for the relation; else the type, and by which property its items name this one. */
export const groupTitle = (group: RelatedGroup, messages: Messages): string =>
  messages.find(`related.${groupKey(group)}`) ??
  messages.format('related.by', {
    type: messages.find(`types.${group.type}.plural`) ?? readableName(group.type),
    property: messages.property(group.type, group.path),
  });

/** Relations by which items can be found; one that is no filter stays in the whole list alone. */
const groupsOf = ({ types, ...registry }: Registry, name: string): readonly RelatedGroup[] =>
  Object.values(types).flatMap((type) => {
    const found = new Set([...type.view.facets.map(({ key }) => key), ...type.view.filters]);
    return relationsOf(type.properties)
      .filter(({ path, property }) => found.has(path) && property.rel?.to.includes('*') === false)
      .filter(({ property }) => relationTargets({ types, ...registry }, property).includes(name))
      .map(({ path }) => ({ type: type.name, path }));
  });

/** Those that hold anything. Asked for the types alone that name the item at all; empty until known. */
export const useRelatedGroups = ({ $id, _t }: Item): readonly CountedGroup[] => {
  const { registry, search } = useClient();
  const [counted, setCounted] = useState<{ readonly id: ItemId; readonly groups: readonly CountedGroup[] }>();
  useEffect(() => {
    let shown = true;
    const groups = groupsOf(registry, _t);
    const count = async (): Promise<void> => {
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
      const all = asked.map((group, at) => ({ ...group, count: totals[at] ?? 0 }));
      if (shown) setCounted({ id: $id, groups: all.filter((group) => group.count > 0) });
    };
    if (groups.length > 0) count().catch(() => {}); // the whole list is there all the same
    return () => {
      shown = false;
    };
  }, [registry, search, $id, _t]);
  return counted?.id === $id ? counted.groups : [];
};
