// Address of a notice: opens the item that the notice is about and marks the notice as read. Notices are listed by the
// bell, their page and home; they have no page of their own. Shows "gone" when the reader may no longer see the item.

import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { CellHead, RefusedView } from 'src/client/navigation/CellHead.tsx';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import 'src/client/intl/laterMessages.ts';
import { ShellLink } from 'src/client/navigation/ShellLink.tsx';
import { notificationTarget } from 'src/client/stores/NotificationStore.ts';
import { Loading } from 'src/client/ui/Loading.tsx';
import { Empty } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

/** Leads away as soon as the notice is known; true when there is none. */
const useLeadOn = (id: string, person: string | undefined): boolean => {
  const { notifications, navigation, alerts } = useClient();
  const column = useColumn();
  const [gone, setGone] = useState(false);
  useEffect(() => {
    if (person === undefined) return undefined;
    let shown = true;
    notifications.find(id).then(
      (notice) => {
        if (!shown) return;
        setGone(!notice);
        if (!notice) return;
        if (notice.unread === true) notifications.mark([id], false).catch((thrown: unknown) => alerts.error(thrown));
        navigation.redirect(navigation.href(column - 1, `i-${notificationTarget(notice)}`));
      },
      (thrown: unknown) => {
        if (!shown) return;
        setGone(true);
        alerts.error(thrown);
      },
    );
    return () => {
      shown = false;
    };
  }, [notifications, navigation, alerts, column, id, person]);
  return gone;
};

export const NoticeCell = observer(({ id }: { readonly id: string }) => {
  const { session } = useClient();
  const messages = useMessages();
  const gone = useLeadOn(id, session.user?.$id);
  const title = messages.format('notifications.one');
  if (!session.signedIn) return <RefusedView title={title}>{messages.format('refused.signedOut')}</RefusedView>;
  return (
    <>
      <CellHead title={title} />
      {gone ? (
        <Empty
          icon="notifications"
          title={messages.format('notifications.gone')}
          action={<ShellLink to="/notifications">{messages.format('notifications.all')}</ShellLink>}
          urgent
        >
          {messages.format('notifications.goneHint')}
        </Empty>
      ) : (
        <Loading />
      )}
    </>
  );
});
