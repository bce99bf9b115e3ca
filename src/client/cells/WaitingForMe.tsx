// "Waiting for me" on home: lines of every kind that is listed here, the most pressing kind first. A further kind of line (what is
// assigned, due, or asked) is one more entry of KINDS: how many there are, and the lines themselves.

import { observer } from 'mobx-react-lite';
import type { ItemId } from 'src/model/item/Item.ts';
import type { Client } from 'src/client/Client.ts';
import { ItemLink } from 'src/client/cells/ItemLink.tsx';
import { noticeText } from 'src/client/shell/noticeText.ts';
import { notificationTarget } from 'src/client/stores/NotificationStore.ts';
import { useClient } from 'src/client/useClient.ts';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useMessages, type Messages } from 'src/client/ui/declaredMessages.ts';
import { When } from 'src/client/ui/When.tsx';

interface Line {
  readonly key: string;
  readonly item: ItemId;
  readonly text: string;
  /** ISO 8601. */
  readonly at: string;
  readonly icon: string;
}

type WaitingKind = (client: Client, messages: Messages) => readonly Line[];

const notices: WaitingKind = ({ notifications }, messages) =>
  notifications.waiting.map((notice) => ({
    ...{ key: notice.$id, item: notificationTarget(notice), at: notice.updated, icon: 'notifications' },
    text: noticeText(messages, notice),
  }));

const KINDS: readonly WaitingKind[] = [notices];

const SHOWN = 8;

export const WaitingForMe = observer(() => {
  const client = useClient();
  const messages = useMessages();
  const lines = KINDS.flatMap((kind) => kind(client, messages)).slice(0, SHOWN);
  if (lines.length === 0) return <p className="kk-soft">{messages.format('home.nothingWaits')}</p>;
  return (
    <ul className="kk-plain-list kk-lines-list">
      {lines.map(({ key, item, text, at, icon }) => (
        <li key={key}>
          <Icon name={icon} />
          <div className="kk-fill">
            <ItemLink id={item}>{text}</ItemLink>
          </div>
          <span className="kk-line-side">
            <When at={at} />
          </span>
        </li>
      ))}
    </ul>
  );
});
