// The bell: number of unread notices, and a menu of five (BellMenu.tsx). The page has all of them. Without a valid token, it is disabled and
// says why.

import { observer } from 'mobx-react-lite';
import { useClient } from 'src/client/useClient.ts';
import { IconButton } from 'src/client/ui/Button.tsx';
import { Popover } from 'src/client/ui/Popover.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { whenLoaded } from 'src/client/ui/whenLoaded.tsx';

const LazyBellMenu = whenLoaded(async () => (await import('src/client/shell/BellMenu.tsx')).BellMenu);

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
      <Popover
        kind="menu"
        opener={(opener) => (
          <IconButton
            {...opener}
            icon="notifications"
            label={messages.format('notifications.bell', { count: unread })}
          />
        )}
        content={(close) => <LazyBellMenu close={close} />}
      />
      {unread > 0 && (
        <span className="kk-badge" aria-hidden>
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </span>
  );
});
