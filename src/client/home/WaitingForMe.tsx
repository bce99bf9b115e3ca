// "Waiting for me" on home: how many items of each kind wait for the person, each number a link to the counted list;
// then the newest notices. Contains each declared listing that filters by the person's own id or is declared as
// personal.

import { OWN_ID } from 'src/model/query/screenFilters.ts';
import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import type { Screen } from 'src/model/schema/Registry.ts';
import { noticesParam } from 'src/client/notices/noticeFilter.ts';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { refusalOf } from 'src/client/navigation/menuTree.ts';
import { noticeText } from 'src/client/ui/noticeText.ts';
import { ShellLink } from 'src/client/navigation/ShellLink.tsx';
import { useShell } from 'src/client/menu/ShellStore.ts';
import { useRecount } from 'src/client/menu/useRecount.ts';
import { notificationTarget } from 'src/client/stores/NotificationStore.ts';
import { useClient } from 'src/client/useClient.ts';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { When } from 'src/client/ui/When.tsx';

interface Line {
  readonly to: string;
  readonly icon: string;
  readonly text: string;
  /** The area of a screen, because two areas may give their screens of own items the same name. */
  readonly area?: string;
  readonly count: number;
}

const NOTICES_SHOWN = 8;
/** Kind of the notice about a mention in a message. */
const MENTIONED = 'mentioned';

const isOwn = ({ count, personal, search }: Screen): boolean =>
  count === true &&
  (personal === true ||
    Object.values(search?.must ?? {})
      .flat()
      .includes(OWN_ID));

/** Counts again after each change of a listed item and when the day changes. Observable: call it inside an observer. */
const useOwnScreens = (): readonly Screen[] => {
  const { registry, session, site, search, connection, day } = useClient();
  const shell = useShell();
  const { stableUser: user } = session;
  const screens = useMemo(
    () => registry.screens.filter((screen) => isOwn(screen) && refusalOf(screen, { user, site }) === undefined),
    [registry, user, site],
  );
  useRecount(user, screens);
  useEffect(() => {
    if (!user || screens.length === 0) return undefined;
    const count = (): void => void shell.countNow(user, search, screens);
    count();
    // The number of due items changes when the day turns.
    const stops = [connection.onAuthed(count), reaction(() => day.key, count)];
    return () => stops.forEach((stop) => stop());
  }, [shell, user, screens, search, connection, day]);
  return screens;
};

/** None of what is zero. Observable. */
const useWaitingLines = (): readonly Line[] => {
  const { notifications, tasks } = useClient();
  const shell = useShell();
  const messages = useMessages();
  const own = useOwnScreens().map((screen) => ({
    ...{ to: `/${screen.path}`, icon: screen.icon ?? 'user', text: messages.screen(screen.path) },
    area: messages.find(`areas.${screen.area}`),
    count: shell.shown[screen.path] ?? 0,
  }));
  const notices = (kind: string | undefined): string => `/notifications?c0=${noticesParam({ state: 'unread', kind })}`;
  return [
    ...own,
    {
      ...{ to: notices(MENTIONED), icon: 'user', text: messages.format('home.waits.mentions') },
      count: notifications.unreadOf(MENTIONED),
    },
    {
      ...{ to: notices(undefined), icon: 'notifications', text: messages.format('home.waits.notices') },
      count: notifications.unread,
    },
    { to: '/tasks', icon: 'build', text: messages.format('home.waits.tasks'), count: tasks.all.length },
  ].filter(({ count }) => count > 0);
};

export const WaitingForMe = observer(() => {
  const { notifications } = useClient();
  const messages = useMessages();
  const waiting = useWaitingLines();
  const newest = notifications.waiting.slice(0, NOTICES_SHOWN);
  if (waiting.length === 0) return <p className="kk-soft">{messages.format('home.nothingWaits')}</p>;
  return (
    <ul className="kk-plain-list kk-lines-list">
      {waiting.map(({ to, icon, text, area, count }) => (
        <li key={to}>
          <Icon name={icon} />
          <div className="kk-fill">
            <ShellLink to={to}>{text}</ShellLink>
            {area !== undefined && <span className="kk-soft"> {messages.format('saved.of', { of: area })}</span>}
          </div>
          <span className="kk-line-side">{messages.intl.formatNumber(count)}</span>
        </li>
      ))}
      {newest.map((notice) => (
        <li key={notice.$id}>
          <Icon name="notifications" />
          <div className="kk-fill">
            <ItemLink id={notificationTarget(notice)}>{noticeText(messages, notice)}</ItemLink>
          </div>
          <span className="kk-line-side">
            <When at={notice.updated} />
          </span>
        </li>
      ))}
    </ul>
  );
});
