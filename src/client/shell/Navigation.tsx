// The navigation: what waits first, then the areas this person may enter, then searches that their types ship.
// It stays beside the columns where there is room (SideNavigation), else it is the content of the drawer. Spec platform 2.

import { observer } from 'mobx-react-lite';
import { shippedState } from 'src/client/search/listingPlan.ts';
import { writeState } from 'src/client/search/listingState.ts';
import { menuTree, type MenuNode, screensOf } from 'src/client/shell/menuTree.ts';
import { ShellLink } from 'src/client/shell/ShellLink.tsx';
import { useCounts, useShell } from 'src/client/shell/ShellStore.ts';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

interface EntryProps {
  readonly to: string;
  readonly icon?: string | undefined;
  readonly title: string;
  readonly current: boolean;
  readonly count?: number | undefined;
  /** Somebody waits for it. */
  readonly urgent?: boolean;
  readonly level?: 'parent' | 'child' | undefined;
}

const Entry = ({ to, icon, title, current, count, urgent = false, level }: EntryProps) => {
  const { closeDrawer } = useShell();
  const { intl } = useMessages();
  return (
    <ShellLink
      to={to}
      className={`kk-nav-link${level === undefined ? '' : ` kk-nav-${level}`}`}
      current={current}
      onFollow={closeDrawer}
    >
      {icon !== undefined && <Icon name={icon} />}
      <span className="kk-fill kk-ellipsis">{title}</span>
      {count !== undefined && (
        <span className={urgent ? 'kk-nav-count kk-nav-urgent' : 'kk-nav-count'}> {intl.formatNumber(count)}</span>
      )}
    </ShellLink>
  );
};

const Node = observer(({ node, here }: { readonly node: MenuNode; readonly here: string | undefined }) => {
  const shell = useShell();
  const { screen, title, children } = node;
  const top = !screen.path.includes('.');
  return (
    <li>
      <Entry
        to={`/${screen.path}`}
        icon={top ? (screen.icon ?? 'document') : undefined}
        title={title}
        current={here === screen.path}
        count={shell.countOf(screen)}
        level={screen.parent === true ? 'parent' : top ? undefined : 'child'}
      />
      {children.length > 0 && (
        <ul className="kk-plain-list">
          {children.map((child) => (
            <Node key={child.screen.path} node={child} here={here} />
          ))}
        </ul>
      )}
    </li>
  );
});

/** The searches that types ship, on the first screen of each that is in the menu. */
const useShipped = (nodes: readonly MenuNode[]): readonly { readonly to: string; readonly title: string }[] => {
  const { registry } = useClient();
  const messages = useMessages();
  const found = new Map<string, { readonly to: string; readonly title: string }>();
  for (const { path, search } of nodes.flatMap(screensOf)) {
    const [type, second] = search?.types ?? [];
    if (type === undefined || second !== undefined) continue;
    for (const shipped of registry.types[type]?.view.saved ?? []) {
      const key = `types.${type}.saved.${shipped.key}`;
      const param = writeState(shippedState(shipped)) ?? '';
      if (!found.has(key))
        found.set(key, { to: `/${path}?c0=${encodeURIComponent(param)}`, title: messages.format(key) });
    }
  }
  return [...found.values()];
};

export const Navigation = observer(() => {
  const { registry, session, site, navigation, notifications, drafts } = useClient();
  const messages = useMessages();
  useCounts();
  const here = navigation.cells[0]?.view;
  const nodes = menuTree(registry.screens, { user: session.user, site }, messages.screen);
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
          <ul className="kk-plain-list">
            {nodes.map((node) => (
              <Node key={node.screen.path} node={node} here={here} />
            ))}
          </ul>
        </>
      )}
      {shipped.length > 0 && (
        <>
          <h2>{messages.format('listing.shipped')}</h2>
          <ul className="kk-plain-list">
            {shipped.map(({ to, title }) => (
              <li key={to}>
                <Entry to={to} icon="search" title={title} current={false} />
              </li>
            ))}
          </ul>
        </>
      )}
    </nav>
  );
});
