// Shows a message that was opened from a notice, a search or a link within its conversation.

import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { paramOfTab } from 'src/client/navigation/tabFrom.ts';
import { Loading } from 'src/client/ui/Loading.tsx';
import { useClient } from 'src/client/useClient.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import type { Registry } from 'src/model/schema/Registry.ts';

/** The conversation of a message; undefined for anything else, and where it may not be seen. */
export const conversationOf = (item: Item, { conversations }: Pick<Registry, 'conversations'>): ItemId | undefined =>
  conversations?.message === item._t && isItemId(item.thread) ? item.thread : undefined;

export const LedToMessage = observer(({ item, thread }: { readonly item: Item; readonly thread: ItemId }) => {
  const { navigation } = useClient();
  const column = useColumn();
  useEffect(() => {
    navigation.redirect(navigation.href(column - 1, `i-${thread}`, paramOfTab('read', item.$id)));
  }, [navigation, column, thread, item.$id]);
  return <Loading />;
});
