// Address of a notice: opens the item that the notice is about and marks the notice as read. Notices are listed by the
// bell, their page and home; they have no page of their own. Shows "gone" when the reader may no longer see the item.

import { observer } from 'mobx-react-lite';
import { useCallback, useEffect } from 'react';
import { CellHead, RefusedView } from 'src/client/navigation/CellHead.tsx';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import 'src/client/intl/laterMessages.ts';
import { ListFailed } from 'src/client/navigation/ListFailed.tsx';
import { ShellLink } from 'src/client/navigation/ShellLink.tsx';
import { notificationTarget } from 'src/client/stores/NotificationStore.ts';
import { Loading } from 'src/client/ui/Loading.tsx';
import { Empty } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData, type Answered } from 'src/client/useServerData.ts';
import type { Item } from 'src/model/item/Item.ts';

/** Leads away as soon as the notice is known. The answer is null when there is no such notice. */
const useLeadOn = (id: string, person: string | undefined): Answered<Item | null> => {
  const { notifications, navigation, alerts } = useClient();
  const column = useColumn();
  const ask = useCallback(async () => (await notifications.find(id)) ?? null, [notifications, id]);
  const found = useServerData(person === undefined ? undefined : { of: `${person} ${id}`, ask });
  const notice = found.answer;
  useEffect(() => {
    if (!notice) return;
    if (notice.unread === true) notifications.mark([id], false).catch((thrown: unknown) => alerts.error(thrown));
    navigation.redirect(navigation.href(column - 1, `i-${notificationTarget(notice)}`));
  }, [notifications, navigation, alerts, column, id, notice]);
  return found;
};

export const NoticeCell = observer(({ id }: { readonly id: string }) => {
  const { session } = useClient();
  const messages = useMessages();
  const { answer: notice, failure, again } = useLeadOn(id, session.user?.$id);
  const title = messages.format('notifications.one');
  if (!session.signedIn) return <RefusedView title={title}>{messages.format('refused.signedOut')}</RefusedView>;
  return (
    <>
      <CellHead title={title} />
      {failure !== undefined && <ListFailed failure={failure} again={() => void again()} />}
      {notice === null && failure === undefined && (
        <Empty
          icon="notifications"
          title={messages.format('notifications.gone')}
          action={<ShellLink to="/notifications">{messages.format('notifications.all')}</ShellLink>}
          urgent
        >
          {messages.format('notifications.goneHint')}
        </Empty>
      )}
      {notice !== null && failure === undefined && <Loading />}
    </>
  );
});
