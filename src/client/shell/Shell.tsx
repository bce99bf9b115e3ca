// The whole page: header, drawer, columns, and what lies over them. App mounts it once.

import { windowFrom } from 'src/client/ui/widths.ts';
import { observer } from 'mobx-react-lite';
import { lazy, useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import type { Cell } from 'src/model/listing/columnPath.ts';
import type { Client } from 'src/client/Client.ts';
import { Workspace } from 'src/client/shell/Workspace.tsx';
import { cellType } from 'src/client/router/cellType.ts';
import { Header } from 'src/client/shell/Header.tsx';
import { ShellLink } from 'src/client/navigation/ShellLink.tsx';
import { ShellContext, ShellStore } from 'src/client/menu/ShellStore.ts';
import { LiveRegion, Snackbar } from 'src/client/shell/Snackbar.tsx';
import { useRegionKeys } from 'src/client/shell/regionKeys.ts';
import { useShellKeys } from 'src/client/shell/shellKeys.ts';
import 'src/client/shell/shell.css';
import { Button } from 'src/client/ui/Button.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';
import { idlePart } from 'src/client/ui/idleParts.ts';
import { Later } from 'src/client/ui/Later.tsx';
import { type Messages, useMessages } from 'src/client/ui/declaredMessages.ts';
import { recall, remember } from 'src/client/ui/deviceMemory.ts';
import { useMedia } from 'src/client/ui/useMedia.ts';
import { useClient } from 'src/client/useClient.ts';
import { isSystemId } from 'src/model/item/itemId.ts';

const Dialogs = lazy(() => import('src/client/shell/DialogHost.tsx').then((module) => ({ default: module.Dialogs })));

// Shown on every view while an administrator acts as another user: the name of that user, and the button to end it.
const MasqueradeBanner = observer(() => {
  const { session, alerts } = useClient();
  const { format } = useMessages();
  const { user } = session;
  if (!user?.masquerading) return null;
  return (
    <section className="kk-masquerade" data-kk-region="masquerade" aria-label={format('masquerade.label')}>
      <Icon name="eye-open" />
      <span className="kk-fill">{format('masquerade.banner', { name: user.name })}</span>
      <Button size="small" onClick={() => session.masquerade('stop').catch((thrown: unknown) => alerts.error(thrown))}>
        {format('masquerade.stop')}
      </Button>
    </section>
  );
});

// Storage key of the cookie consent of this device. The banner links to the cookies section of the privacy policy ([SHELL-10]).
const COOKIES_KEY = 'Cookies-Accepted';

const CookieBanner = () => {
  const { formatMessage } = useIntl();
  const [shown, setShown] = useState(() => recall(COOKIES_KEY) !== 'true');
  if (!shown) return null;
  const accept = (): void => {
    remember(COOKIES_KEY, 'true');
    setShown(false);
  };
  return (
    <section className="kk-cookies" aria-label={formatMessage({ id: 'cookies.title' })} data-kk-region="cookies">
      <p className="kk-fill">
        {formatMessage({ id: 'cookies.text' })}{' '}
        <ShellLink to="/privacy-policy?c0=cookies">{formatMessage({ id: 'cookies.more' })}</ShellLink>
      </p>
      <Button variant="solid" onClick={accept}>
        {formatMessage({ id: 'cookies.accept' })}
      </Button>
    </section>
  );
};

// The title of a column: the view's message, the screen's title, or the item's label. The page title is made of it.
const itemTitle = ({ items, registry }: Client, messages: Messages, { itemId: id = '' }: Cell): string => {
  const type = cellType(registry, { itemId: id });
  if (!type) return messages.format('views.unknown');
  if (isSystemId(id)) return messages.format('cells.newItem', { type: messages.typeInSentence(type.name) });
  const loaded = items.get(id);
  if (loaded.state === 'ready') return loaded.item.$label || messages.format('cells.untitled');
  if (loaded.state === 'loading') return messages.format('app.loading');
  return messages.format(loaded.state === 'gone' ? 'cells.gone' : 'cells.failed');
};

/** Position at which a new item's segment `i-{type}-0-{key}` is split: after an id that ends in -0. */
const cellTitle = (cell: Cell | undefined, client: Client, messages: Messages): string => {
  if (!cell) return '';
  if (cell.kind === 'item') return itemTitle(client, messages, cell);
  const view = cell.view ?? '';
  return messages.find(`views.${view}`) ?? messages.find(`screens.${view}.title`) ?? messages.format('views.unknown');
};

/** Observable: call it inside an observer. */
const useCellTitle = (cell: Cell | undefined): string => cellTitle(cell, useClient(), useMessages());

const Drawer = lazy(() => import('src/client/shell/Drawer.tsx').then((module) => ({ default: module.Drawer })));

const Navigation = lazy(() =>
  import('src/client/shell/Navigation.tsx').then((module) => ({ default: module.Navigation })),
);

const Palette = idlePart(
  async () => (await import('src/client/shell/Palette.tsx')).Palette,
  () => null,
);
const KeysHelp = lazy(() => import('src/client/shell/KeysHelp.tsx').then((module) => ({ default: module.KeysHelp })));

/** Asks the browser's own question before a change would be lost; changes stored on the device are offered again. */
const useLeaveWarning = (): void => {
  const { drafts } = useClient();
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (drafts.atRisk) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [drafts]);
};

const PageTitle = observer(() => {
  const { navigation, site } = useClient();
  const title = useCellTitle(navigation.cells[navigation.active] ?? navigation.cells[0]);
  useEffect(() => {
    document.title = title === '' ? site.siteName : `${title} – ${site.siteName}`;
  }, [title, site]);
  return null;
});

export const Shell = observer(() => {
  const { session, preferences } = useClient();
  const { formatMessage } = useIntl();
  const [shell] = useState(() => new ShellStore(preferences));
  const roomy = useMedia(windowFrom('docked')) && session.signedIn;
  useLeaveWarning();
  useRegionKeys();
  useShellKeys(shell);
  return (
    <ShellContext value={shell}>
      <PageTitle />
      <div className="kk-shell">
        <a className="kk-skip" href="#kk-workspace">
          {formatMessage({ id: 'shell.skip' })}
        </a>
        <Header
          menuOpen={roomy ? shell.docked : shell.drawerOpen}
          toggleMenu={roomy ? shell.toggleDocked : shell.toggleDrawer}
        />
        {!roomy && <Later>{session.signedIn && <Drawer />}</Later>}
        <MasqueradeBanner />
        <div className="kk-frame">
          {roomy && shell.docked && (
            <aside className="kk-side" data-kk-region="menu">
              <Later>
                <Navigation />
              </Later>
            </aside>
          )}
          <Workspace />
        </div>
        <div className="kk-foot">
          <Snackbar />
          <CookieBanner />
        </div>
      </div>
      <LiveRegion />
      <Later wait>
        <Dialogs />
      </Later>
      <Later>
        {shell.over === 'palette' && <Palette />}
        {shell.over === 'keys' && <KeysHelp />}
      </Later>
    </ShellContext>
  );
});
