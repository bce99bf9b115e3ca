// Shows the cell of a path segment: an item, a view of the engine, a view of an area, a declared screen, or a warning.

import { observer } from 'mobx-react-lite';
import type { ComponentType } from 'react';
import { useIntl } from 'react-intl';
import { CellHead, RefusedView } from 'src/client/navigation/CellHead.tsx';
import { SignInView } from 'src/client/account/SignInView.tsx';
import type { ViewProps } from 'src/client/ClientDomain.ts';
import { cellType, shortKey } from 'src/client/router/cellType.ts';
import { type Cell, HOME } from 'src/model/listing/columnPath.ts';
import { ShellLink } from 'src/client/navigation/ShellLink.tsx';
import { nodeAt, refusalOf } from 'src/client/navigation/menuTree.ts';
import { useMenu } from 'src/client/menu/useMenu.ts';
import { screenViews } from 'src/client/shell/screenViews.ts';
import { columnView, fetchedColumn, Opening } from 'src/client/shell/columnView.tsx';
import { idlePart } from 'src/client/ui/idleParts.ts';
import { Loading } from 'src/client/ui/Loading.tsx';
import { Empty } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { isSystemId } from 'src/model/item/itemId.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { Screen } from 'src/model/schema/Registry.ts';

// The engine's own views by key, each loaded when first shown.
const account = () => import('src/client/account/accountViews.tsx');
const links = () => import('src/client/account/accountLinkViews.tsx');
const pages = () => import('src/client/shell/pageViews.tsx');

const engineViews: Readonly<Record<string, ComponentType<ViewProps>>> = {
  // Part of the first chunk: signing in must be usable on a thin line.
  'sign-in': SignInView,
  'sign-out': columnView(async () => (await account()).SignOutView),
  register: columnView(async () => (await links()).RegisterView),
  'forgot-password': columnView(async () => (await links()).ForgotPasswordView),
  'set-pass': columnView(async () => (await links()).SetPassView),
  'confirm-email': columnView(async () => (await links()).ConfirmEmailView),
  unsubscribe: columnView(async () => (await links()).UnsubscribeView),
  invitation: columnView(async () => (await import('src/client/account/InvitationView.tsx')).InvitationView),
  'my-account': columnView(async () => (await import('src/client/account/MyAccountView.tsx')).MyAccountView),
  home: columnView(async () => (await import('src/client/home/HomeView.tsx')).HomeView),
  notifications: columnView(async () => (await import('src/client/notices/NotificationsView.tsx')).NotificationsView),
  search: columnView(async () => (await import('src/client/search/SearchView.tsx')).SearchView),
  starred: columnView(async () => (await import('src/client/search/StarredView.tsx')).StarredView),
  deleted: columnView(async () => (await import('src/client/item/DeletedView.tsx')).DeletedView),
  tasks: columnView(async () => (await import('src/client/home/TasksView.tsx')).TasksView),
  'import-table': columnView(async () => (await import('src/client/tableImport/TableImportView.tsx')).TableImportView),
  unsaved: columnView(async () => (await import('src/client/item/UnsavedView.tsx')).UnsavedView),
  help: columnView(async () => (await pages()).HelpView),
  terms: columnView(async () => (await pages()).TermsView),
  'privacy-policy': columnView(async () => (await pages()).PrivacyView),
  imprint: columnView(async () => (await pages()).ImprintView),
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

const AreaView = columnView(async () => (await import('src/client/home/AreaView.tsx')).AreaView);
const FactorRefused = columnView(async () => (await import('src/client/navigation/FactorRequired.tsx')).FactorRefused);
const NoticeCell = columnView(async () => (await import('src/client/notices/NoticeCell.tsx')).NoticeCell);
const { Part: ItemCell, fetchAhead: fetchItemCell } = fetchedColumn(
  async () => (await import('src/client/item/ItemCell.tsx')).ItemCell,
);
const NewItemCell = idlePart(async () => (await import('src/client/item/NewItemCell.tsx')).NewItemCell, Opening);
const { Part: ListingCell, fetchAhead: fetchListingCell } = fetchedColumn(
  async () => (await import('src/client/search/ListingCell.tsx')).ListingCell,
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
