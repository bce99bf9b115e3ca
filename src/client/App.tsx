// The client on the page: words, overlays, shell. Mounted by main, by stories and by tests.

import { OverlaysProvider, PortalProvider } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import { FormattedMessage, IntlProvider } from 'react-intl';
import type { Client } from 'src/client/Client.ts';
import { Shell } from 'src/client/shell/Shell.tsx';
import { usePageLook } from 'src/client/shell/usePageLook.ts';
import { Boundary } from 'src/client/ui/Boundary.tsx';
import { Button } from 'src/client/ui/Button.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { ClientContext, useClient } from 'src/client/useClient.ts';
import { isInstalled } from 'src/model/menu/installation.ts';

// Catches what fails outside of a column, so that the page is never blank. Drafts are kept on this device, so a reload loses nothing.
const reload = (): void => window.location.reload();

const AppFailed = () => (
  <main className="kk-empty" role="alert">
    <Icon name="error" className="kk-empty-icon" />
    <h1 className="kk-empty-title">
      <FormattedMessage id="app.failed" />
    </h1>
    <p className="kk-empty-text">
      <FormattedMessage id="app.failedHint" />
    </p>
    <p className="kk-empty-action kk-row">
      <Button icon="refresh" onClick={reload}>
        <FormattedMessage id="app.reload" />
      </Button>
      {/* A plain link: the navigation itself may be what fails. */}
      <a href="/">
        <FormattedMessage id="app.goHome" />
      </a>
    </p>
  </main>
);

const PageFailure = ({ children }: { readonly children: ReactNode }) => (
  <Boundary instead={() => <AppFailed />}>{children}</Boundary>
);

interface ProvidersProps {
  readonly client: Client;
  readonly children: ReactNode;
}

/** Everything that a part of the page needs around it. */
export const Providers = observer(({ client, children }: ProvidersProps) => (
  <ClientContext value={client}>
    <IntlProvider
      locale={client.intl.locale}
      defaultLocale="en"
      messages={client.intl.messages as Record<string, string>}
      onError={client.intl.onError}
    >
      <PortalProvider>
        <OverlaysProvider>{children}</OverlaysProvider>
      </PortalProvider>
    </IntlProvider>
  </ClientContext>
));

/** Returns the page of an area that has its own frame; undefined where the columns are shown. Observable. */
export const ownPageAt = ({ navigation, registry, domain, site }: Client): ComponentType | undefined => {
  const [cell] = navigation.cells;
  const screen = registry.screens.find(({ path, view }) => view === 'ownPage' && path === cell?.view);
  return screen && isInstalled(screen, site) ? domain.ownPages?.[screen.path] : undefined;
};

/** The columns with the menu, or a page of an area with its own frame. */
const Frame = observer(() => {
  const OwnPage = ownPageAt(useClient());
  usePageLook();
  if (!OwnPage) return <Shell />;
  return (
    <Suspense fallback={<Loading />}>
      <OwnPage />
    </Suspense>
  );
});

/** Parts of areas that lie over the page. A failure of one leaves the page as it is. */
const OverPage = observer(() => {
  const { domain, overPage, session } = useClient();
  const shown = Object.entries(domain.overPage ?? {}).filter(([key]) => session.user && overPage.isShown(key));
  return shown.map(([key, Part]) => (
    <Boundary key={key} instead={() => null}>
      <Suspense>
        <Part />
      </Suspense>
    </Boundary>
  ));
});

export const App = ({ client }: { readonly client: Client }) => (
  <Providers client={client}>
    <PageFailure>
      <Frame />
    </PageFailure>
    <OverPage />
  </Providers>
);
