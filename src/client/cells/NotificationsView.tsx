// All notifications: read or unread, each leading to what it is about. Spec platform 2 and 4.

import { observer } from 'mobx-react-lite';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { CellHead } from 'src/client/cells/CellHead.tsx';
import { ItemLink } from 'src/client/cells/ItemLink.tsx';
import { notificationTarget } from 'src/client/stores/NotificationStore.ts';
import { useClient } from 'src/client/useClient.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Empty } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { When } from 'src/client/ui/When.tsx';

type Mark = (ids: readonly ItemId[], asUnread: boolean) => void;

const Row = observer(({ item, mark }: { readonly item: Item; readonly mark: Mark }) => {
  const messages = useMessages();
  const unread = item.unread === true;
  return (
    <li className={`kk-notification${unread ? ' kk-notification-unread' : ''}`}>
      <span className="kk-notification-dot" aria-hidden />
      <div className="kk-fill">
        <ItemLink id={notificationTarget(item)} onFollow={() => unread && mark([item.$id], false)}>
          {unread && <span className="kk-unseen">{messages.format('notifications.unread')} </span>}
          {item.$label}
        </ItemLink>
        <p className="kk-soft">
          <When at={item._c.ts} />
        </p>
      </div>
      <Button size="small" variant="minimal" onClick={() => mark([item.$id], !unread)}>
        {messages.format(unread ? 'notifications.markRead' : 'notifications.markUnread')}
      </Button>
    </li>
  );
});

export const NotificationsView = observer(() => {
  const { notifications, alerts } = useClient();
  const messages = useMessages();
  const list = notifications.notifications;
  const mark: Mark = (ids, asUnread) => {
    notifications.mark(ids, asUnread).catch((thrown: unknown) => alerts.error(thrown));
  };
  const unread = list.filter((item) => item.unread === true).map(({ $id }) => $id);
  return (
    <>
      <CellHead
        title={messages.format('notifications.title')}
        tools={
          unread.length > 0 && (
            <Button size="small" onClick={() => mark(unread, false)}>
              {messages.format('notifications.markAllRead')}
            </Button>
          )
        }
      />
      <div className="kk-cell-scroll">
        {list.length === 0 ? (
          <Empty icon="notifications" title={messages.format('notifications.none')}>
            {messages.format('notifications.noneHint')}
          </Empty>
        ) : (
          <ul className="kk-plain-list">
            {list.map((item) => (
              <Row key={item.$id} item={item} mark={mark} />
            ))}
          </ul>
        )}
      </div>
    </>
  );
});
