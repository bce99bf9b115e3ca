// Entries of the menu, with their counts.

import { observer } from 'mobx-react-lite';
import { useShell } from 'src/client/menu/ShellStore.ts';
import { MenuLink } from 'src/client/navigation/MenuLink.tsx';
import type { MenuNode } from 'src/client/navigation/menuTree.ts';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

interface EntryProps {
  readonly to: string;
  readonly icon?: string | undefined;
  readonly title: string;
  readonly current: boolean;
  readonly count?: number | undefined;
  /** Name of the area or list that the entry belongs to. */
  readonly of?: string;
  /** Marks a count of things that wait for the reader. */
  readonly urgent?: boolean;
  readonly level?: 'parent' | 'child' | undefined;
}

export const MenuEntryLink = ({ to, icon, title, of, current, count, urgent = false, level }: EntryProps) => {
  const { closeDrawer } = useShell();
  const { intl } = useMessages();
  return (
    <div
      className={`kk-nav-entry${level === undefined ? '' : ` kk-nav-${level}`}${count === undefined ? '' : ' kk-nav-counted'}`}
    >
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
      <MenuEntryLink
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

/** Renders the entries of the menu. The page that arranges the menu uses it as a preview. */
export const MenuNodes = ({ nodes, here }: { readonly nodes: readonly MenuNode[] } & Pick<NodeProps, 'here'>) => (
  <ul className="kk-plain-list">
    {nodes.map((node) => (
      <Node key={node.key} node={node} here={here} top />
    ))}
  </ul>
);
