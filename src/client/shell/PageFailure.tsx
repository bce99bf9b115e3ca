// The last net under the whole page: never a blank one. What was typed is kept on this device, so loading anew loses nothing.

import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Boundary } from 'src/client/ui/Boundary.tsx';
import { Button } from 'src/client/ui/Button.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';

const reload = (): void => window.location.reload();

const Failed = () => (
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

export const PageFailure = ({ children }: { readonly children: ReactNode }) => (
  <Boundary instead={() => <Failed />}>{children}</Boundary>
);
