// Which cell a path segment shows: an item, a view of the engine, a view of an area, a declared screen, or a warning.

import { observer } from 'mobx-react-lite';
import { lazy } from 'react';
import type { Cell } from 'src/client/Client.ts';
import { engineViews } from 'src/client/cells/engineViews.ts';
import { UnknownView } from 'src/client/cells/UnknownView.tsx';
import { mayEnter } from 'src/client/shell/menuTree.ts';
import { Loading } from 'src/client/ui/Loading.tsx';
import { useClient } from 'src/client/useClient.ts';

const ItemCell = lazy(() => import('src/client/cells/ItemCell.tsx').then((room) => ({ default: room.ItemCell })));
const NewItemCell = lazy(() =>
  import('src/client/cells/NewItemCell.tsx').then((room) => ({ default: room.NewItemCell })),
);
const ListingCell = lazy(() =>
  import('src/client/search/ListingCell.tsx').then((room) => ({ default: room.ListingCell })),
);

export const CellBody = observer(({ cell }: { readonly cell: Cell }) => {
  const { registry, domain, session, site } = useClient();
  if (cell.itemId !== undefined) {
    return cell.itemId.endsWith('-0') ? <NewItemCell cell={cell} /> : <ItemCell id={cell.itemId} param={cell.param} />;
  }
  const view = cell.view ?? 'home';
  const Engine = engineViews[view];
  if (Engine) return <Engine index={cell.index} param={cell.param} />;
  const Domain = domain.views[view];
  if (Domain) return <Domain index={cell.index} param={cell.param} />;
  const screen = registry.screens.find(({ path, search }) => path === view && search !== undefined);
  if (screen && mayEnter(screen, { user: session.user, site }))
    return <ListingCell screen={screen} param={cell.param} />;
  // Who it is becomes known a moment after the page opens.
  if (screen && session.signedIn && !session.user) return <Loading />;
  return <UnknownView view={view} />;
});
