// "Waiting for me" on home: how much is assigned to the person, then lines of every kind that is listed here, the most pressing kind first. A further kind of line (what is
// assigned, due, or asked) is one more entry of KINDS: how many there are, and the lines themselves.

import { observer } from 'mobx-react-lite';
import type { Screen } from 'src/model/schema/Registry.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import type { Client } from 'src/client/Client.ts';
import { ItemLink } from 'src/client/cells/ItemLink.tsx';
import { refusalOf } from 'src/client/shell/menuTree.ts';
import { noticeText } from 'src/client/shell/noticeText.ts';
import { ShellLink } from 'src/client/shell/ShellLink.tsx';
import { useCounts } from 'src/client/shell/ShellStore.ts';
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
/** Stands in a declared filter for the person who looks. */
const OWN_ID = '$user.id';

/** Declared listings of what bears the person's own name, such as what is assigned to them, where they count and hold something. */
const useOwnScreens = (): readonly { readonly screen: Screen; readonly count: number }[] => {
  const { registry, session, site } = useClient();
  const counts = useCounts();
  return registry.screens.flatMap((screen) => {
    const isOwn =
      screen.count === true &&
      Object.values(screen.search?.must ?? {})
        .flat()
        .includes(OWN_ID);
    if (!isOwn || refusalOf(screen, { user: session.user, site })) return [];
    const count = counts.countOf(screen) ?? 0;
    return count > 0 ? [{ screen, count }] : [];
  });
};

export const WaitingForMe = observer(() => {
  const client = useClient();
  const messages = useMessages();
  const lines = KINDS.flatMap((kind) => kind(client, messages)).slice(0, SHOWN);
  const own = useOwnScreens();
  if (lines.length + own.length === 0) return <p className="kk-soft">{messages.format('home.nothingWaits')}</p>;
  return (
    <ul className="kk-plain-list kk-lines-list">
      {own.map(({ screen, count }) => (
        <li key={screen.path}>
          <Icon name={screen.icon ?? 'user'} />
          <div className="kk-fill">
            <ShellLink to={`/${screen.path}`}>{messages.screen(screen.path)}</ShellLink>
          </div>
          <span className="kk-line-side">{messages.intl.formatNumber(count)}</span>
        </li>
      ))}
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
