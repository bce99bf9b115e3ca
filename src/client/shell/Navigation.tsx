// The navigation: pending items first, then the areas this person may enter, then searches that their types ship. It stays next to the
// columns where there is space (SideNavigation), otherwise it is the content of the drawer ([SHELL-09]).

import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import { refusalOf } from 'src/client/navigation/menuTree.ts';
import { MenuEntryLink, MenuNodes } from 'src/client/menu/MenuNodes.tsx';
import { useMenu } from 'src/client/menu/useMenu.ts';
import { useSearchLinks } from 'src/client/menu/useSearchLinks.ts';
import { useCounts } from 'src/client/menu/ShellStore.ts';
import { useRecount } from 'src/client/menu/useRecount.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

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
  const { navigation, notifications, drafts, stars } = useClient();
  const messages = useMessages();
  useCounts();
  useOwnCounts();
  const here = navigation.screen;
  const nodes = useMenu();
  const shipped = useSearchLinks(nodes);
  const unsaved = drafts.dirty.length;
  return (
    <nav aria-label={messages.format('shell.menu')} className="kk-nav">
      <ul className="kk-plain-list">
        <li>
          <MenuEntryLink to="/" icon="home" title={messages.format('views.home')} current={here === 'home'} />
        </li>
        <li>
          <MenuEntryLink
            to="/notifications"
            icon="inbox"
            title={messages.format('home.waiting')}
            current={here === 'notifications'}
            count={notifications.unread === 0 ? undefined : notifications.unread}
            urgent
          />
        </li>
        <li>
          <MenuEntryLink
            to="/starred"
            icon="star"
            title={messages.format('stars.list')}
            current={here === 'starred'}
            count={stars.count === 0 ? undefined : stars.count}
          />
        </li>
        {unsaved > 0 && (
          <li>
            <MenuEntryLink
              to="/unsaved"
              icon="edit"
              title={messages.format('views.unsaved')}
              current={here === 'unsaved'}
              count={unsaved}
            />
          </li>
        )}
      </ul>
      {nodes.length > 0 && (
        <>
          <h2>{messages.format('home.areas')}</h2>
          <MenuNodes nodes={nodes} here={here} />
        </>
      )}
      {shipped.length > 0 && (
        <>
          <h2>{messages.format('listing.shipped')}</h2>
          <ul className="kk-plain-list">
            {shipped.map(({ to, title, of, icon, saved }) => (
              <li key={saved ?? to}>
                <MenuEntryLink
                  to={to}
                  icon={icon}
                  title={title}
                  of={messages.format('saved.of', { of })}
                  current={false}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </nav>
  );
});
