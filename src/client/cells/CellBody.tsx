// Which cell a path segment shows: an item, a view of the engine, a view of an area, a declared screen, or a warning.

import { observer } from 'mobx-react-lite';
import { type ComponentType, lazy } from 'react';
import { useIntl } from 'react-intl';
import type { Cell } from 'src/client/navigation/columnPath.ts';
import { CellHead, RefusedView } from 'src/client/cells/CellHead.tsx';
import { engineViews } from 'src/client/cells/engineViews.ts';
import type { ViewProps } from 'src/client/extend.ts';
import { cellType, shortKey } from 'src/client/navigation/cellType.ts';
import { HOME } from 'src/client/navigation/columnPath.ts';
import { ShellLink } from 'src/client/shell/ShellLink.tsx';
import { type MenuNode, menuTree, nodeAt, refusalOf } from 'src/client/shell/menuTree.ts';
import { Icon } from 'src/client/ui/Icon.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { Empty } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { isSystemId } from 'src/model/item/itemId.ts';
import type { Screen } from 'src/model/schema/Registry.ts';

// A parent of the menu by its address, such as /admin: what of it this person may enter.
const ParentView = observer(({ node }: { readonly node: MenuNode }) => (
  <>
    <CellHead title={node.title} />
    <div className="kk-cell-scroll">
      <ul className="kk-plain-list kk-cell-body kk-cards">
        {node.children.map(({ screen, title }) => (
          <li key={screen.path} className="kk-card">
            <h3>
              <Icon name={screen.icon ?? 'document'} />
              <ShellLink to={`/${screen.path}`}>{title}</ShellLink>
            </h3>
          </li>
        ))}
      </ul>
    </div>
  </>
));

// An address that names no view and no item. The warning in the snackbar (errors.cellKeyNotValid) is the navigation's.
const UnknownView = ({ cell }: { readonly cell: Cell }) => {
  const { formatMessage } = useIntl();
  const message = cell.kind === 'item' ? 'errors.invalidId' : 'errors.cellKeyNotValid';
  return (
    <>
      <CellHead title={formatMessage({ id: 'views.unknown' })} />
      <Empty
        icon="warning-sign"
        title={formatMessage({ id: message }, { key: shortKey(cell.segment) })}
        action={<ShellLink to="/">{formatMessage({ id: 'app.goHome' })}</ShellLink>}
      >
        {formatMessage({ id: 'views.unknownHint' })}
      </Empty>
    </>
  );
};

const ItemCell = lazy(() => import('src/client/cells/ItemCell.tsx').then((module) => ({ default: module.ItemCell })));
const NewItemCell = lazy(() =>
  import('src/client/cells/NewItemCell.tsx').then((module) => ({ default: module.NewItemCell })),
);
const ListingCell = lazy(() =>
  import('src/client/search/ListingCell.tsx').then((module) => ({ default: module.ListingCell })),
);

/** A key of the address is anybody's word: only what was put there under that name counts. */
const viewOf = (views: Readonly<Record<string, ComponentType<ViewProps>>>, key: string) =>
  Object.hasOwn(views, key) ? views[key] : undefined;

const ItemBody = ({ cell }: { readonly cell: Cell }) => {
  const { registry } = useClient();
  const type = cellType(registry, cell);
  if (!type || cell.itemId === undefined) return <UnknownView cell={cell} />;
  return isSystemId(cell.itemId) ? (
    <NewItemCell cell={cell} type={type} />
  ) : (
    <ItemCell id={cell.itemId} param={cell.param} />
  );
};

const ScreenBody = observer(({ cell, screen }: { readonly cell: Cell; readonly screen: Screen }) => {
  const { registry, session, site } = useClient();
  const messages = useMessages();
  const reader = { user: session.user, site };
  // Who it is becomes known a moment after the page opens.
  if (session.signedIn && !session.user) return <Loading />;
  const refusal = refusalOf(screen, reader);
  if (!refusal && screen.search) return <ListingCell screen={screen} param={cell.param} />;
  const node = nodeAt(menuTree(registry.screens, reader, messages.screen), screen.path);
  if (!refusal && node) return <ParentView node={node} />;
  const capability = messages.format(`capabilities.${screen.capability ?? ''}`);
  return (
    <RefusedView title={messages.screen(screen.path)}>
      {messages.format(`refused.${refusal ?? 'nothing'}`, { capability })}
    </RefusedView>
  );
});

export const CellBody = observer(({ cell }: { readonly cell: Cell }) => {
  const { registry, domain } = useClient();
  if (cell.kind === 'item') return <ItemBody cell={cell} />;
  const view = cell.view ?? HOME;
  const View = viewOf(engineViews, view) ?? viewOf(domain.views, view);
  if (View) return <View index={cell.index} param={cell.param} />;
  const screen = registry.screens.find(({ path }) => path === view);
  return screen ? <ScreenBody cell={cell} screen={screen} /> : <UnknownView cell={cell} />;
});
