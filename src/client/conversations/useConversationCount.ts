// The number of conversations about an item, for the title of their tab.

import { useMemo } from 'react';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import type { Item } from 'src/model/item/Item.ts';
import type { ItemType, Registry } from 'src/model/schema/Registry.ts';

/** Returns the type of conversations about items of this type; undefined where there are none. */
export const threadsOf = ({ conversations, types }: Registry, { view }: ItemType): ItemType | undefined =>
  view.page?.conversations === true ? types[conversations?.thread ?? ''] : undefined;

/** Returns the number of conversations about an item that the reader may see, kept current. Undefined until it is known. */
export const useConversationCount = ({ $id, _t }: Item): number | undefined => {
  const { registry, search, session } = useClient();
  const type = registry.types[_t];
  const threads = session.signedIn && type ? threadsOf(registry, type)?.name : undefined;
  const question = useMemo(() => {
    if (threads === undefined) return undefined;
    const ask = (): Promise<number> => search.count({ must: { _t: [threads], context: [$id] } });
    return { of: $id, ask, types: [threads] };
  }, [search, $id, threads]);
  return useServerData(question).answer;
};
