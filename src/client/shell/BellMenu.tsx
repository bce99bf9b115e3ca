// The menu of the bell: five notices, unread ones first, and a link to all of them. Loaded when the bell is pressed, because the sentences
// of events are long.

import { observer } from 'mobx-react-lite';
import 'src/client/intl/laterMessages.ts';
import type { Client } from 'src/client/Client.ts';
import { noticeDetails, noticeText } from 'src/client/ui/noticeText.ts';
import { notificationTarget } from 'src/client/stores/NotificationStore.ts';
import { useClient } from 'src/client/useClient.ts';
import { MenuContent, type MenuPart } from 'src/client/ui/Menu.tsx';
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

export const BellMenu = observer(({ close }: { readonly close: () => void }) => {
  const client = useClient();
  const messages = useMessages();
  return (
    <MenuContent label={messages.format('notifications.title')} parts={bellParts(client, messages)} close={close} />
  );
});
