// The bell: number of unread notices, and a menu of five, unread ones first. The page has all of them. Without a valid token, it is
// disabled and says why.

import { observer } from 'mobx-react-lite';
import type { Client } from 'src/client/Client.ts';
import { noticeDetails, noticeText } from 'src/client/ui/noticeText.ts';
import { notificationTarget } from 'src/client/stores/NotificationStore.ts';
import { useClient } from 'src/client/useClient.ts';
import { IconButton } from 'src/client/ui/Button.tsx';
import { MenuButton, type MenuPart } from 'src/client/ui/Menu.tsx';
import { useMessages, type Messages } from 'src/client/ui/declaredMessages.ts';
import { formatRelative } from 'src/client/ui/dates.ts';

const BELL_NOTICES = 5;

const bellParts = ({ notifications, navigation, alerts }: Client, messages: Messages): readonly MenuPart[] => {
  const read = notifications.notifications.filter(({ unread }) => unread !== true);
  const first = [...notifications.waiting, ...read].slice(0, BELL_NOTICES);
  return [
    ...first.map((item) => ({
      key: item.$id,
      icon: item.unread === true ? 'notifications' : 'blank',
      text: [noticeText(messages, item), noticeDetails(messages, item)].filter((part) => part !== '').join(' · '),
      label: formatRelative(messages.intl, item._c.ts),
      href: `/i-${notificationTarget(item)}`,
      onClick: () => {
        void navigation.go(`/i-${notificationTarget(item)}`);
        notifications.mark([item.$id], false).catch((thrown: unknown) => alerts.error(thrown));
      },
    })),
    ...(first.length === 0 ? [{ key: 'none', text: messages.format('notifications.none'), disabled: true }] : []),
    { key: 'line', divider: true },
    {
      key: 'all',
      icon: 'inbox',
      text: messages.format('notifications.all'),
      href: '/notifications',
      onClick: () => void navigation.go('/notifications'),
    },
  ];
};

export const NotificationMenu = observer(() => {
  const client = useClient();
  const messages = useMessages();
  const { unread } = client.notifications;
  if (!client.session.signedIn) {
    const reason = messages.format('notifications.signedOut');
    // A disabled button gets no pointer events, so the reason is the tooltip of its wrapper.
    return (
      <span className="kk-badged" title={reason}>
        <IconButton icon="notifications" label={reason} disabled />
      </span>
    );
  }
  return (
    <span className="kk-badged">
      <MenuButton
        label={messages.format('notifications.title')}
        parts={bellParts(client, messages)}
        opener={(opener) => (
          <IconButton
            {...opener}
            icon="notifications"
            label={messages.format('notifications.bell', { count: unread })}
          />
        )}
      />
      {unread > 0 && (
        <span className="kk-badge" aria-hidden>
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </span>
  );
});
