// The navigation drawer, 240 px: what menuTree says this person may enter. Spec platform 2.

import { Drawer as BlueprintDrawer } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import { menuTree, type MenuNode } from 'src/client/shell/menuTree.ts';
import { ShellLink } from 'src/client/shell/ShellLink.tsx';
import { useShell } from 'src/client/shell/ShellStore.ts';
import { Icon } from 'src/client/ui/Icon.tsx';
import { IconButton } from 'src/client/ui/Button.tsx';
import { useReducedMotion } from 'src/client/ui/useMedia.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

const WIDTH = 240;

const Node = observer(({ node, here }: { readonly node: MenuNode; readonly here: string | undefined }) => {
  const { closeDrawer } = useShell();
  const { screen, title, children } = node;
  const text = (
    <>
      {screen.icon !== undefined && <Icon name={screen.icon} />}
      <span>{title}</span>
    </>
  );
  return (
    <li>
      <ShellLink
        to={`/${screen.path}`}
        className={screen.parent ? 'kk-nav-link kk-nav-parent' : 'kk-nav-link'}
        current={here === screen.path}
        onFollow={closeDrawer}
      >
        {text}
      </ShellLink>
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

export const Drawer = observer(() => {
  const { registry, session, site, navigation } = useClient();
  const shell = useShell();
  const messages = useMessages();
  const still = useReducedMotion();
  const here = navigation.cells[0]?.view;
  const nodes = menuTree(registry.screens, { user: session.user, site }, messages.screen);
  return (
    <BlueprintDrawer
      isOpen={shell.drawerOpen}
      onClose={shell.closeDrawer}
      position="left"
      size={WIDTH}
      className="kk-drawer"
      aria-label={messages.format('shell.menu')}
      {...(still ? { transitionDuration: 0 } : {})}
    >
      <nav aria-label={messages.format('shell.menu')}>
        <div className="kk-drawer-head">
          <span className="kk-fill kk-ellipsis">{site.siteName}</span>
          <IconButton icon="cross" label={messages.format('app.close')} onClick={shell.closeDrawer} />
        </div>
        <ul className="kk-plain-list kk-nav">
          <li>
            <ShellLink to="/" className="kk-nav-link" current={here === 'home'} onFollow={shell.closeDrawer}>
              <Icon name="home" />
              <span>{messages.format('views.home')}</span>
            </ShellLink>
          </li>
          {nodes.map((node) => (
            <Node key={node.screen.path} node={node} here={here} />
          ))}
        </ul>
      </nav>
    </BlueprintDrawer>
  );
});
