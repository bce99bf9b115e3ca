// The draft of the next message of a conversation.

import { useMemo } from 'react';
import type { ItemDraft } from 'src/client/stores/ItemDraft.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Item } from 'src/model/item/Item.ts';
import { parseItemId } from 'src/model/item/itemId.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

export const useNewMessage = (thread: Item, type: ItemType): ItemDraft => {
  const { drafts } = useClient();
  const initial = useMemo(() => ({ thread: thread.$id }), [thread.$id]);
  // One for each conversation, found again after a reload by the number of the conversation.
  return drafts.fresh(type.name, String(parseItemId(thread.$id).number), initial);
};
