// Opens the results of a saved search from its address in notices and emails: the newest first, with those of its last notice marked.

import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { savedAddress } from 'src/client/listing/savedSearch.ts';
import { notificationTarget } from 'src/client/stores/NotificationStore.ts';
import { useClient } from 'src/client/useClient.ts';
import { Loading } from 'src/client/ui/Loading.tsx';
import type { Item } from 'src/model/item/Item.ts';

const ENTERED_NOTICE = 'searchEntered';

export const OpenSavedSearch = observer(({ item }: { readonly item: Item }) => {
  const { navigation, notifications } = useClient();
  const notice = notifications.notifications.find(
    (each) => each['$kind'] === ENTERED_NOTICE && notificationTarget(each) === item.$id,
  );
  const address = savedAddress(item, notice?._i);
  useEffect(() => {
    if (address !== undefined) navigation.redirect(address);
  }, [navigation, address]);
  return <Loading />;
});
