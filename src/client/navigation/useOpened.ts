// Marks the notices of an item as seen while it is visible, including those that arrive in the meantime, and stores the item for reading
// without a connection.

import { useEffect } from 'react';
import { notificationTarget } from 'src/client/stores/NotificationStore.ts';
import { useClient } from 'src/client/useClient.ts';
import type { ItemId } from 'src/model/item/Item.ts';

export const useOpened = (id: ItemId, shown: boolean): void => {
  const { notifications, offline } = useClient();
  const waiting = notifications.waiting.some((notice) => notificationTarget(notice) === id);
  useEffect(() => {
    if (shown && waiting) notifications.opened(id);
  }, [notifications, id, shown, waiting]);
  useEffect(() => {
    if (shown) offline.opened(id);
  }, [offline, id, shown]);
};
