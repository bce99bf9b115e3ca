// The client on the page: words, overlays, shell. Mounted by main, by stories and by tests.

import { OverlaysProvider, PortalProvider } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { IntlProvider } from 'react-intl';
import type { Client } from 'src/client/Client.ts';
import { PageFailure } from 'src/client/shell/PageFailure.tsx';
import { Shell } from 'src/client/shell/Shell.tsx';
import { ClientContext } from 'src/client/useClient.ts';

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

export const App = ({ client }: { readonly client: Client }) => (
  <Providers client={client}>
    <PageFailure>
      <Shell />
    </PageFailure>
  </Providers>
);
