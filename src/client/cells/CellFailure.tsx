// A failing cell says so in its own column; the other columns stay.

import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Cell } from 'src/client/navigation/columnPath.ts';
import { headingId } from 'src/client/cells/useColumnFocus.ts';
import { ShellLink } from 'src/client/shell/ShellLink.tsx';
import { Boundary } from 'src/client/ui/Boundary.tsx';
import { Button } from 'src/client/ui/Button.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';

const Failed = ({ cell, again }: { readonly cell: Cell; readonly again: () => void }) => (
  <div className="kk-empty" role="alert">
    <Icon name="error" className="kk-empty-icon" />
    <h2 id={headingId(cell.index)} tabIndex={-1} className="kk-empty-title">
      <FormattedMessage id="cells.failed" />
    </h2>
    <p className="kk-empty-text">
      <FormattedMessage id="cells.failedHint" />
    </p>
    <p className="kk-empty-action kk-row">
      <Button icon="refresh" onClick={again}>
        <FormattedMessage id="app.tryAgain" />
      </Button>
      <ShellLink to="/">
        <FormattedMessage id="app.goHome" />
      </ShellLink>
    </p>
  </div>
);

export const CellFailure = ({ cell, children }: { readonly cell: Cell; readonly children: ReactNode }) => (
  <Boundary instead={(again) => <Failed cell={cell} again={again} />}>{children}</Boundary>
);
