// The messages of several conversations, by their time. Asks again when a conversation counts another message.

import { useCallback } from 'react';
import { useClient } from 'src/client/useClient.ts';
import { useServerData, type Answered } from 'src/client/useServerData.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';

interface Asked {
  /** The type of a message. */
  readonly type: string;
  readonly order: 'asc' | 'desc';
  readonly max: number;
}

export const useMessagesIn = (threads: readonly Item[], { type, order, max }: Asked): Answered<readonly ItemId[]> => {
  const { search } = useClient();
  const of = threads.map(({ $id }) => $id).join();
  const counts = threads.map(({ messageCount }) => String(messageCount)).join();
  const ask = useCallback(async (): Promise<readonly ItemId[]> => {
    const must = { _t: [type], thread: of.split(',') };
    return (await search.search({ must, sort: [{ key: 'created', order }], max })).ids;
  }, [search, type, of, order, max]);
  return useServerData(of === '' ? undefined : { of, ask, version: counts });
};
