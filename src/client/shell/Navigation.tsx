// The navigation: items that wait first, then the areas this person may enter, then searches that their types ship. It
// stays next to the columns where there is space (SideNavigation), otherwise it is the content of the drawer. Spec
// platform 2.

import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import { refusalOf, type MenuNode } from 'src/client/navigation/menuTree.ts';
import { MenuLink } from 'src/client/navigation/MenuLink.tsx';
import { useMenu } from 'src/client/menu/useMenu.ts';
import { useShipped } from 'src/client/menu/useShipped.ts';
import { useCounts, useShell } from 'src/client/menu/ShellStore.ts';
import { useRecount } from 'src/client/menu/useRecount.ts';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

interface EntryProps {
  readonly to: string;
  readonly icon?: string | undefined;
  readonly title: string;
  readonly current: boolean;
  readonly count?: number | undefined;
  /** The group that contains it. */
  readonly of?: string;
  /** True if people wait for it. */
  readonly urgent?: boolean;
  readonly level?: 'parent' | 'child' | undefined;
}

const Entry = ({ to, icon, title, of, current, count, urgent = false, level }: EntryProps) => {
  const { closeDrawer } = useShell();
  const { intl } = useMessages();
  return (
    <div className={level === undefined ? 'kk-nav-entry' : `kk-nav-entry kk-nav-${level}`}>
      <MenuLink to={to} className="kk-nav-link" current={current} onFollow={closeDrawer}>
        {icon !== undefined && <Icon name={icon} />}
        <span className="kk-fill">
          {title}
          {of !== undefined && (
            <>
              {' '}
              <span className="kk-soft">{of}</span>
            </>
          )}
        </span>
      </MenuLink>
      {count !== undefined && (
        <span className={urgent ? 'kk-nav-count kk-nav-urgent' : 'kk-nav-count'}>{intl.formatNumber(count)}</span>
      )}
    </div>
  );
};

interface NodeProps {
  readonly node: MenuNode;
  readonly here: string | undefined;
  readonly top?: boolean;
}

const Node = observer(({ node, here, top = false }: NodeProps) => {
  const shell = useShell();
  const { key, screen, to, icon = 'document', title, children } = node;
  return (
    <li>
      <Entry
        to={to}
        icon={top ? icon : undefined}
        title={title}
        current={here === key}
        count={screen && shell.countOf(screen)}
        level={screen?.parent === true ? 'parent' : top ? undefined : 'child'}
      />
      {children.length > 0 && (
        <ul className="kk-plain-list">
          {children.map((child) => (
            <Node key={child.key} node={child} here={here} />
          ))}
        </ul>
      )}
    </li>
  );
});

/** Also the preview of who arranges the menu. */
export const MenuNodes = ({ nodes, here }: { readonly nodes: readonly MenuNode[] } & Pick<NodeProps, 'here'>) => (
  <ul className="kk-plain-list">
    {nodes.map((node) => (
      <Node key={node.key} node={node} here={here} top />
    ))}
  </ul>
);

/** The counts that differ for each person, of work that home lists, and of lists that the menu holds while they are not empty follow what others do. Observable. */
const useOwnCounts = (): void => {
  const { registry, session, site } = useClient();
  const { user } = session;
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
  const shipped = useShipped(nodes);
  const unsaved = drafts.dirty.length;
  return (
    <nav aria-label={messages.format('shell.menu')} className="kk-nav">
      <ul className="kk-plain-list">
        <li>
          <Entry to="/" icon="home" title={messages.format('views.home')} current={here === 'home'} />
        </li>
        <li>
          <Entry
            to="/notifications"
            icon="inbox"
            title={messages.format('home.waiting')}
            current={here === 'notifications'}
            count={notifications.unread === 0 ? undefined : notifications.unread}
            urgent
          />
        </li>
        <li>
          <Entry
            to="/starred"
            icon="star"
            title={messages.format('stars.list')}
            current={here === 'starred'}
            count={stars.count === 0 ? undefined : stars.count}
          />
        </li>
        {unsaved > 0 && (
          <li>
            <Entry
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
                <Entry to={to} icon={icon} title={title} of={messages.format('saved.of', { of })} current={false} />
              </li>
            ))}
          </ul>
        </>
      )}
    </nav>
  );
});
