// The areas in the navigation: the pages of the open area below its name, a menu with the areas for which there is no space, pinned pages,
// and what is open without an entry above.

import { observer } from 'mobx-react-lite';
import { lazy, useId, useState } from 'react';
import { MenuEntryLink } from 'src/client/menu/MenuNodes.tsx';
import { useShell } from 'src/client/menu/ShellStore.ts';
import { useNavigationMenu, type PinnablePage } from 'src/client/menu/useNavigationMenu.ts';
import { isWork } from 'src/client/menu/isWork.ts';
import { leadsElsewhere } from 'src/client/navigation/MenuLink.tsx';
import { nodesOf, type MenuNode } from 'src/client/navigation/menuTree.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { Later } from 'src/client/ui/Later.tsx';
import { MenuButton } from 'src/client/ui/Menu.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import 'src/client/menu/areas.css';

const ArrangeMenu = lazy(() =>
  import('src/client/menu/ArrangeMenu.tsx').then((module) => ({ default: module.ArrangeMenu })),
);

interface AreaProps {
  readonly node: MenuNode;
  readonly here: string | undefined;
  /** The pages of the area if it is open. */
  readonly pages: readonly MenuNode[] | undefined;
  readonly toggle: () => void;
}

const AreaPages = observer(({ pages, here }: { readonly pages: readonly MenuNode[] } & Pick<AreaProps, 'here'>) => {
  const shell = useShell();
  const workOf = ({ screen }: MenuNode): number | undefined =>
    (screen && isWork(screen) && shell.countOf(screen)) || undefined;
  return pages.map((page) => (
    <li key={page.key}>
      <MenuEntryLink
        to={page.to}
        title={page.title}
        current={nodesOf(page).some(({ key }) => key === here)}
        count={workOf(page)}
        level="child"
      />
    </li>
  ));
});

const NavigationArea = ({ node, here, pages, toggle }: AreaProps) => {
  const messages = useMessages();
  const id = useId();
  const { key, to, icon = 'document', title, children } = node;
  const isOpen = pages !== undefined;
  return (
    <li className="kk-nav-area">
      <MenuEntryLink
        to={to}
        icon={icon}
        title={title}
        current={here === key}
        level={children.length > 0 ? 'parent' : undefined}
      />
      {children.length > 0 && (
        <>
          <span className="kk-nav-fold">
            <IconButton
              size="small"
              icon={isOpen ? 'chevron-down' : 'chevron-right'}
              label={messages.format(isOpen ? 'menu.fold' : 'menu.unfold', { area: title })}
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={toggle}
            />
          </span>
          <ul id={id} className="kk-plain-list" hidden={!isOpen}>
            {isOpen && <AreaPages pages={pages} here={here} />}
          </ul>
        </>
      )}
    </li>
  );
};

/** A pinned or open page with the name of its area or list. */
const PageEntry = ({ page, current }: { readonly page: PinnablePage; readonly current: boolean }) => {
  const messages = useMessages();
  const { to, title, icon, of } = page;
  return (
    <li>
      <MenuEntryLink
        {...{ to, icon, title, current }}
        {...(of !== undefined && { of: messages.format('saved.of', { of }) })}
      />
    </li>
  );
};

interface NavigationAreasProps {
  readonly here: string | undefined;
  /** Number of the entries above the areas that are always shown. */
  readonly fixed: number;
  readonly follow: (to: string) => void;
}

export const NavigationAreas = observer(({ here, fixed, follow }: NavigationAreasProps) => {
  const messages = useMessages();
  const menu = useNavigationMenu(here, fixed);
  const { areas, rest, further, current, pins, pinHere } = menu;
  const [arranging, setArranging] = useState(false);
  if (areas.length === 0) return null;
  const area = (node: MenuNode) => (
    <NavigationArea
      key={node.key}
      node={node}
      here={here}
      pages={node.key === menu.opened ? menu.pages : undefined}
      toggle={() => menu.toggle(node.key)}
    />
  );
  return (
    <>
      <h2>{messages.format('home.areas')}</h2>
      <ul className="kk-plain-list">
        {areas.map(area)}
        {rest.length > 0 && (
          <li className="kk-nav-entry">
            <MenuButton
              label={messages.format('menu.more')}
              placement="right-start"
              parts={rest.map(({ key, title, icon = 'document', to }) => ({
                ...{ key, text: title, icon },
                ...(leadsElsewhere(to) ? { href: to } : { onClick: () => follow(to) }),
              }))}
              opener={(opener) => (
                <button {...opener} type="button" className="kk-nav-link kk-nav-more">
                  <span className="kk-nav-dots" aria-hidden />
                  <span className="kk-fill">{messages.format('menu.more')}</span>
                </button>
              )}
            />
          </li>
        )}
      </ul>
      {pins.length > 0 && (
        <>
          <h2>{messages.format('menu.pinned')}</h2>
          <ul className="kk-plain-list">
            {pins.map((pin) => (
              <PageEntry key={pin.to} page={pin} current={pin.to === pinHere} />
            ))}
          </ul>
        </>
      )}
      {(further ?? current) && (
        <>
          <h2>{messages.format('menu.alsoOpen')}</h2>
          <ul className="kk-plain-list">
            {further && area(further)}
            {current && <PageEntry page={current} current />}
          </ul>
        </>
      )}
      <div className="kk-nav-foot">
        <Button size="small" variant="minimal" icon="settings" onClick={() => setArranging(true)}>
          {messages.format('menu.arrange')}
        </Button>
      </div>
      <Later>{arranging && <ArrangeMenu close={() => setArranging(false)} />}</Later>
    </>
  );
});
