// Shows the cell of a path segment: an item, a view of the engine, a view of an area, a declared screen, or a warning.

import { observer } from 'mobx-react-lite';
import { type ComponentType, lazy, type LazyExoticComponent } from 'react';
import { useIntl } from 'react-intl';
import { CellHead, RefusedView } from 'src/client/navigation/CellHead.tsx';
import { SignInView } from 'src/client/account/SignInView.tsx';
import type { ViewProps } from 'src/client/ClientDomain.ts';
import { cellType, shortKey } from 'src/client/router/cellType.ts';
import { type Cell, HOME } from 'src/client/router/columnPath.ts';
import { ShellLink } from 'src/client/navigation/ShellLink.tsx';
import { nodeAt, refusalOf } from 'src/client/navigation/menuTree.ts';
import { useMenu } from 'src/client/menu/useMenu.ts';
import { screenViews } from 'src/client/shell/screenViews.ts';
import { Loading } from 'src/client/ui/Loading.tsx';
import { lazyPart } from 'src/client/ui/lazyPart.tsx';
import { Empty } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { isSystemId } from 'src/model/item/itemId.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { Screen } from 'src/model/schema/Registry.ts';

// The engine's own views by key, each loaded when first shown.
type View = ComponentType<ViewProps> | LazyExoticComponent<ComponentType<ViewProps>>;

const account = () => import('src/client/account/accountViews.tsx');
const links = () => import('src/client/account/accountLinkViews.tsx');
const pages = () => import('src/client/shell/pageViews.tsx');

const engineViews: Readonly<Record<string, View>> = {
  // Part of the first chunk: signing in must be usable on a thin line.
  'sign-in': SignInView,
  'sign-out': lazy(() => account().then((module) => ({ default: module.SignOutView }))),
  register: lazy(() => links().then((module) => ({ default: module.RegisterView }))),
  'forgot-password': lazy(() => links().then((module) => ({ default: module.ForgotPasswordView }))),
  'set-pass': lazy(() => links().then((module) => ({ default: module.SetPassView }))),
  'confirm-email': lazy(() => links().then((module) => ({ default: module.ConfirmEmailView }))),
  unsubscribe: lazy(() => links().then((module) => ({ default: module.UnsubscribeView }))),
  invitation: lazy(() =>
    import('src/client/account/InvitationView.tsx').then((module) => ({ default: module.InvitationView })),
  ),
  'my-account': lazy(() =>
    import('src/client/account/MyAccountView.tsx').then((module) => ({ default: module.MyAccountView })),
  ),
  home: lazy(() => import('src/client/home/HomeView.tsx').then((module) => ({ default: module.HomeView }))),
  notifications: lazy(() =>
    import('src/client/notices/NotificationsView.tsx').then((module) => ({ default: module.NotificationsView })),
  ),
  search: lazy(() => import('src/client/search/SearchView.tsx').then((module) => ({ default: module.SearchView }))),
  starred: lazy(() => import('src/client/search/StarredView.tsx').then((module) => ({ default: module.StarredView }))),
  deleted: lazy(() => import('src/client/item/DeletedView.tsx').then((module) => ({ default: module.DeletedView }))),
  tasks: lazy(() => import('src/client/home/TasksView.tsx').then((module) => ({ default: module.TasksView }))),
  'import-table': lazy(() =>
    import('src/client/tableImport/TableImportView.tsx').then((module) => ({ default: module.TableImportView })),
  ),
  unsaved: lazy(() => import('src/client/item/UnsavedView.tsx').then((module) => ({ default: module.UnsavedView }))),
  help: lazy(() => pages().then((module) => ({ default: module.HelpView }))),
  terms: lazy(() => pages().then((module) => ({ default: module.TermsView }))),
  'privacy-policy': lazy(() => pages().then((module) => ({ default: module.PrivacyView }))),
  imprint: lazy(() => pages().then((module) => ({ default: module.ImprintView }))),
};

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

const AreaView = lazy(() => import('src/client/home/AreaView.tsx').then((module) => ({ default: module.AreaView })));
const FactorRefused = lazy(() =>
  import('src/client/navigation/FactorRequired.tsx').then((module) => ({ default: module.FactorRefused })),
);
const NoticeCell = lazy(() =>
  import('src/client/notices/NoticeCell.tsx').then((module) => ({ default: module.NoticeCell })),
);
const { Part: ItemCell, fetchAhead: fetchItemCell } = lazyPart(() =>
  import('src/client/item/ItemCell.tsx').then((module) => module.ItemCell),
);
const NewItemCell = lazy(() =>
  import('src/client/item/NewItemCell.tsx').then((module) => ({ default: module.NewItemCell })),
);
const { Part: ListingCell, fetchAhead: fetchListingCell } = lazyPart(() =>
  import('src/client/search/ListingCell.tsx').then((module) => module.ListingCell),
);

/** The two commonest columns, before it is known who looks. */
export const fetchColumns = (): void => {
  void fetchListingCell();
  void fetchItemCell();
};

const ItemBody = ({ cell }: { readonly cell: Cell }) => {
  const { registry } = useClient();
  const type = cellType(registry, cell);
  if (!type || cell.itemId === undefined) return <UnknownView cell={cell} />;
  if (type.name === SYSTEM_TYPES.notice) return <NoticeCell id={cell.itemId} />;
  return isSystemId(cell.itemId) ? (
    <NewItemCell cell={cell} type={type} />
  ) : (
    <ItemCell id={cell.itemId} param={cell.param} />
  );
};

interface RefusedScreenProps {
  readonly screen: Screen;
  readonly refusal: ReturnType<typeof refusalOf>;
}

const RefusedScreen = observer(({ screen, refusal }: RefusedScreenProps) => {
  const { session } = useClient();
  const messages = useMessages();
  const title = messages.screen(screen.path);
  if (refusal === 'installation')
    return (
      <>
        <CellHead title={title} />
        <Empty
          icon="info-sign"
          title={messages.format('refused.installation')}
          action={<ShellLink to="/">{messages.format('app.goHome')}</ShellLink>}
        />
      </>
    );
  if (session.user?.factorRequired === true && refusal !== 'readOrg') return <FactorRefused title={title} />;
  // An administrator of the site needs no other person to join an organization.
  const isOwnJoin = refusal === 'readOrg' && session.user?.admin === true;
  const capability = screen.capability === undefined ? '' : messages.format(`capabilities.${screen.capability}`);
  return (
    <RefusedView title={title}>
      {messages.format(`refused.${isOwnJoin ? 'readOrg.admin' : (refusal ?? 'nothing')}`, { capability })}
    </RefusedView>
  );
});

/** A screen without a view and without results: an area with its screens. */
const AreaScreen = observer(({ screen }: { readonly screen: Screen }) => {
  // A screen that is hidden in the menu can be opened by its address.
  const node = nodeAt(useMenu({ keepHidden: 'screens' }), screen.path);
  return node ? <AreaView node={node} /> : <RefusedScreen screen={screen} refusal={undefined} />;
});

const ScreenBody = observer(({ cell, screen }: { readonly cell: Cell; readonly screen: Screen }) => {
  const { session, site } = useClient();
  // The user is loaded a moment after the page opens.
  if (session.signedIn && !session.user) return <Loading />;
  const refusal = refusalOf(screen, { user: session.user, site });
  if (refusal) return <RefusedScreen screen={screen} refusal={refusal} />;
  const View = screen.view && screen.view !== 'ownPage' ? screenViews[screen.view] : undefined;
  if (View) return <View screen={screen} param={cell.param} />;
  return screen.search ? <ListingCell screen={screen} param={cell.param} /> : <AreaScreen screen={screen} />;
});

export const CellBody = observer(({ cell }: { readonly cell: Cell }) => {
  const { registry } = useClient();
  if (cell.kind === 'item') return <ItemBody cell={cell} />;
  const view = cell.view ?? HOME;
  // The key comes from the address, so inherited names such as `constructor` must not be found.
  const View = Object.hasOwn(engineViews, view) ? engineViews[view] : undefined;
  if (View) return <View index={cell.index} param={cell.param} />;
  const screen = registry.screens.find(({ path }) => path === view);
  return screen ? <ScreenBody cell={cell} screen={screen} /> : <UnknownView cell={cell} />;
});
