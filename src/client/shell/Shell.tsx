// The whole page: header, drawer, columns, and what lies over them. App mounts it once.

import { observer } from 'mobx-react-lite';
import { lazy, useEffect, useLayoutEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { useCellTitle } from 'src/client/cells/cellTitle.ts';
import { Workspace } from 'src/client/cells/Workspace.tsx';
import { useClient } from 'src/client/useClient.ts';
import { AuthDialog } from 'src/client/shell/AuthDialog.tsx';
import { CookieBanner } from 'src/client/shell/CookieBanner.tsx';
import { DialogHost } from 'src/client/shell/DialogHost.tsx';
import { Header } from 'src/client/shell/Header.tsx';
import { MasqueradeBanner } from 'src/client/shell/MasqueradeBanner.tsx';
import { useRegionKeys } from 'src/client/shell/regionKeys.ts';
import { ShellContext, ShellStore } from 'src/client/shell/ShellStore.ts';
import { LiveRegion, Snackbar } from 'src/client/shell/Snackbar.tsx';
import { Later } from 'src/client/ui/Later.tsx';
import { applyTheme, lastDark } from 'src/client/ui/theme.ts';
import { useMedia } from 'src/client/ui/useMedia.ts';
import 'src/client/shell/shell.css';

const Drawer = lazy(() => import('src/client/shell/Drawer.tsx').then((module) => ({ default: module.Drawer })));

const useTheme = (): void => {
  const { session, site } = useClient();
  const systemDark = useMedia('(prefers-color-scheme: dark)');
  const dark = session.user?.dark ?? (session.signedIn ? lastDark() : undefined) ?? systemDark;
  // Before the browser paints: nothing is shown in the other theme.
  useLayoutEffect(() => applyTheme(site.colours, dark), [site, dark]);
};

/** The browser's own question before unsaved edits are left behind. */
const useLeaveWarning = (): void => {
  const { drafts } = useClient();
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => {
      if (drafts.dirty.length > 0) event.preventDefault();
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
  const { session } = useClient();
  const { formatMessage } = useIntl();
  const [shell] = useState(() => new ShellStore());
  useTheme();
  useLeaveWarning();
  useRegionKeys();
  return (
    <ShellContext value={shell}>
      <PageTitle />
      <div className="kk-shell">
        <a className="kk-skip" href="#kk-workspace">
          {formatMessage({ id: 'shell.skip' })}
        </a>
        <Header drawerOpen={shell.drawerOpen} toggleDrawer={shell.toggleDrawer} />
        <Later>{session.signedIn && <Drawer />}</Later>
        <MasqueradeBanner />
        <Workspace />
        <CookieBanner />
      </div>
      <Snackbar />
      <LiveRegion />
      <DialogHost />
      <AuthDialog />
    </ShellContext>
  );
});
