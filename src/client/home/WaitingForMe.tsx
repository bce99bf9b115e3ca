// "Waiting for me" on home: how many items of each kind wait for the person, each number a link to the counted list; then the newest
// notices. Contains each declared listing whose number asks for work (isWork.ts).

import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo } from 'react';
import type { Item } from 'src/model/item/Item.ts';
import type { TaskState } from 'src/model/generated/wire.ts';
import type { Screen } from 'src/model/schema/Registry.ts';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { refusalOf } from 'src/client/navigation/menuTree.ts';
import { noticeDetails, noticeText } from 'src/client/ui/noticeText.ts';
import { ShellLink } from 'src/client/navigation/ShellLink.tsx';
import { useShell } from 'src/client/menu/ShellStore.ts';
import { isWork } from 'src/client/menu/isWork.ts';
import { useRecount } from 'src/client/menu/useRecount.ts';
import { notificationTarget } from 'src/client/stores/NotificationStore.ts';
import { isTaskOver } from 'src/client/stores/TaskStore.ts';
import { useClient } from 'src/client/useClient.ts';
import { Icon } from 'src/client/ui/Icon.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { When } from 'src/client/ui/When.tsx';

interface Line {
  readonly to: string;
  readonly icon: string;
  readonly text: string;
  readonly count: number;
}

const NOTICES_SHOWN = 8;

/** Counts again after each change of a listed item and when the day changes. Observable: call it inside an observer. */
const useWorkScreens = (): readonly Screen[] => {
  const { registry, session, site, search, connection, day } = useClient();
  const shell = useShell();
  const { stableUser: user } = session;
  const screens = useMemo(
    () => registry.screens.filter((screen) => isWork(screen) && refusalOf(screen, { user, site }) === undefined),
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

/** Returns whether the server has answered what waits; undefined until it has, while it can be reached. Observable. */
const useIsRead = (screens: readonly Screen[]): boolean | undefined => {
  const { notifications, connection } = useClient();
  const shell = useShell();
  const isCounted = screens.every(({ path }) => shell.shown[path] !== undefined);
  if (connection.health === 'BAD') return notifications.isRead && isCounted;
  // A count that the server refuses stays away.
  return notifications.isRead ? true : undefined;
};

/** True for a list whose items are all in the other list, because it has the same filters and further ones. */
const isPartOf = ({ search: one }: Screen, { search: other }: Screen): boolean => {
  const [narrow, wide] = [one?.must ?? {}, other?.must ?? {}];
  const isSame = one?.types.join() === other?.types.join();
  return isSame && Object.keys(narrow).length > Object.keys(wide).length
    ? Object.entries(wide).every(([key, values]) => JSON.stringify(narrow[key]) === JSON.stringify(values))
    : false;
};

/** True for tasks that run, have failed, or have left something out or a file to fetch. */
const needsLook = (task: TaskState): boolean =>
  !isTaskOver(task) || task.errorKey !== null || task.resultURI !== null || (task.counts?.refused ?? 0) > 0;

/** Everything that waits, once: without what is zero and without lists that are part of another one. Observable. */
const useWaitingLines = (screens: readonly Screen[]): readonly Line[] => {
  const { tasks } = useClient();
  const shell = useShell();
  const messages = useMessages();
  const lines = screens
    .filter((screen) => !screens.some((other) => isPartOf(screen, other)))
    .map((screen) => ({
      ...{ to: `/${screen.path}`, icon: screen.icon ?? 'user', text: messages.screen(screen.path) },
      count: shell.shown[screen.path] ?? 0,
    }));
  return [
    ...lines,
    {
      to: '/tasks',
      icon: 'build',
      text: messages.format('home.waits.tasks'),
      count: tasks.all.filter(needsLook).length,
    },
  ].filter(({ count }) => count > 0);
};

const NoticeDetails = ({ notice }: { readonly notice: Item }) => {
  const details = noticeDetails(useMessages(), notice);
  return details === '' ? null : <p className="kk-days-facts">{details}</p>;
};

export const WaitingForMe = observer(() => {
  const { notifications } = useClient();
  const messages = useMessages();
  const screens = useWorkScreens();
  const waiting = useWaitingLines(screens);
  const isRead = useIsRead(screens);
  const newest = notifications.waiting.slice(0, NOTICES_SHOWN);
  if (waiting.length === 0 && newest.length === 0) {
    if (isRead === undefined) return <Loading />;
    return <p className="kk-soft">{messages.format(isRead ? 'home.nothingWaits' : 'cells.offlinePart')}</p>;
  }
  return (
    <ul className="kk-plain-list kk-lines-list">
      {waiting.map(({ to, icon, text, count }) => (
        <li key={to}>
          <Icon name={icon} />
          <div className="kk-fill">
            <ShellLink to={to}>{text}</ShellLink>
          </div>
          <span className="kk-line-side">{messages.intl.formatNumber(count)}</span>
        </li>
      ))}
      {newest.map((notice) => (
        <li key={notice.$id}>
          <Icon name="notifications" />
          <div className="kk-fill">
            <ItemLink id={notificationTarget(notice)}>{noticeText(messages, notice)}</ItemLink>
            <NoticeDetails notice={notice} />
          </div>
          <span className="kk-line-side">
            <When at={notice.updated} />
          </span>
        </li>
      ))}
    </ul>
  );
});
