// The navigation: what waits for the person first, then the areas that they may enter, then pinned pages. It stays next to the columns where there is space (SideNavigation), otherwise it is the content of the drawer ([SHELL-09]).

import { observer } from 'mobx-react-lite';
import { lazy, useMemo } from 'react';
import { refusalOf } from 'src/client/navigation/menuTree.ts';
import { MenuEntryLink } from 'src/client/menu/MenuNodes.tsx';
import { useCounts, useShell } from 'src/client/menu/ShellStore.ts';
import { useRecount } from 'src/client/menu/useRecount.ts';
import { Later } from 'src/client/ui/Later.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

/** Loaded after the first rows of a list. */
const NavigationAreas = lazy(() =>
  import('src/client/menu/NavigationAreas.tsx').then((module) => ({ default: module.NavigationAreas })),
);

/** The counts that differ for each person, of work that home lists, and of lists that the menu holds while they are not empty follow what others do. Observable. */
const useOwnCounts = (): void => {
  const { registry, session, site } = useClient();
  const { stableUser: user } = session;
  const screens = useMemo(
    () =>
      registry.screens.filter(
        (screen) =>
          (screen.personal === true || screen.unlessEmpty === true || (screen.home && screen.count === true)) &&
          refusalOf(screen, { user, site }) === undefined,
      ),
    [registry, user, site],
  );
  useRecount(user, screens);
};

export const Navigation = observer(() => {
  const { navigation, notifications, drafts } = useClient();
  const { closeDrawer } = useShell();
  const messages = useMessages();
  useCounts();
  useOwnCounts();
  const here = navigation.screen;
  const unsaved = drafts.count;
  const entries = [
    { key: 'home', to: '/', icon: 'home', title: messages.format('views.home') },
    {
      ...{ key: 'notifications', to: '/notifications', icon: 'inbox', title: messages.format('views.notifications') },
      ...{ count: notifications.unread || undefined, urgent: true },
    },
    { key: 'starred', to: '/starred', icon: 'star', title: messages.format('stars.list') },
  ];
  const follow = (to: string): void => {
    closeDrawer();
    void navigation.go(to);
  };
  return (
    <nav aria-label={messages.format('shell.menu')} className="kk-nav">
      <ul className="kk-plain-list">
        {entries.map(({ key, ...entry }) => (
          <li key={key}>
            <MenuEntryLink {...entry} current={here === key} />
          </li>
        ))}
      </ul>
      <Later>
        <NavigationAreas here={here} fixed={entries.length} follow={follow} />
      </Later>
      {/* The last entry, because it comes and goes: the others keep their places. */}
      {unsaved > 0 && (
        <ul className="kk-plain-list">
          <li>
            <MenuEntryLink
              to="/unsaved"
              icon="edit"
              title={messages.format('views.unsaved')}
              count={unsaved}
              current={here === 'unsaved'}
            />
          </li>
        </ul>
      )}
    </nav>
  );
});
