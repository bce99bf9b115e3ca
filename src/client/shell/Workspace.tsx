// The columns: one region per path segment ([ROUTE-01]). Medium and wider screens show several side by side if the reader chooses so; other
// screens show one with a back button.

import { observer } from 'mobx-react-lite';
import { type CSSProperties, Fragment, lazy, type ReactNode, Suspense } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { CellBody } from 'src/client/shell/CellBody.tsx';
import { ColumnContext } from 'src/client/navigation/ColumnContext.ts';
import { SHARES } from 'src/client/navigation/cellWidths.ts';
import 'src/client/shell/cells.css';
import { columnId, headingId, useColumnFocus } from 'src/client/navigation/useColumnFocus.ts';
import type { Cell } from 'src/model/listing/columnPath.ts';
import { ShellLink } from 'src/client/navigation/ShellLink.tsx';
import { Opening } from 'src/client/shell/columnView.tsx';
import { Boundary } from 'src/client/ui/Boundary.tsx';
import { Button } from 'src/client/ui/Button.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useClient } from 'src/client/useClient.ts';
import type { CellWidth } from 'src/model/schema/TypeView.ts';

const Divider = lazy(() => import('src/client/navigation/Divider.tsx').then((module) => ({ default: module.Divider })));

interface ColumnFailedProps {
  readonly cell: Cell;
  readonly again: () => void;
  /** The code of the cell is not on this device, and the server cannot be reached. */
  readonly isOffline: boolean;
}

// A failing cell says so in its own column; the other columns stay.
const ColumnFailed = ({ cell, again, isOffline }: ColumnFailedProps) => (
  <div className="kk-empty" role="alert">
    <Icon name="error" className="kk-empty-icon" />
    <h2 id={headingId(cell.index)} tabIndex={-1} className="kk-empty-title">
      <FormattedMessage id={isOffline ? 'cells.offlinePart' : 'cells.failed'} />
    </h2>
    <p className="kk-empty-text">
      <FormattedMessage id={isOffline ? 'cells.offlineHint' : 'cells.failedHint'} />
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

const CellFailure = observer(({ cell, children }: { readonly cell: Cell; readonly children: ReactNode }) => {
  const isOffline = useClient().connection.health === 'BAD' || !navigator.onLine;
  return (
    <Boundary
      instead={(again, unloaded) => <ColumnFailed cell={cell} again={again} isOffline={unloaded && isOffline} />}
    >
      {children}
    </Boundary>
  );
});

/** Returns one column on small screens, and when the reader wants one at a time. */
const useShownCells = (): readonly Cell[] => {
  const { cells, active, multiColumns } = useClient().navigation;
  if (multiColumns) return cells;
  const one = cells[active] ?? cells[0];
  return one ? [one] : [];
};

/** Widths are shares: columns give way to each other down to what can be read, except one that takes the whole width. */
const columnStyle = (width: CellWidth): CSSProperties => ({
  flexBasis: `${SHARES[width]}%`,
  minInlineSize: width === 'FULL' ? '100%' : undefined,
});

export const Workspace = observer(() => {
  const { navigation } = useClient();
  const { formatMessage } = useIntl();
  const cells = useShownCells();
  const { active } = navigation;
  const { remember } = useColumnFocus(navigation, active, navigation.cells[active]);
  const several = cells.length > 1;
  return (
    <main
      id="kk-workspace"
      className="kk-workspace"
      aria-label={formatMessage({ id: 'shell.workspace' })}
      tabIndex={-1}
    >
      {cells.map((cell) => (
        <Fragment key={`${cell.index}/${cell.segment}`}>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- notes which column has the focus, does nothing by it */}
          <section
            id={columnId(cell.index)}
            className={`kk-column${cell.index === active ? ' kk-column-active' : ''}`}
            style={several ? columnStyle(navigation.width(cell.index)) : { flexBasis: '100%' }}
            aria-labelledby={headingId(cell.index)}
            data-kk-region="column"
            onFocus={(event) => remember(cell.index, event)}
          >
            <ColumnContext value={cell.index}>
              <CellFailure cell={cell}>
                <Suspense fallback={<Opening />}>
                  <CellBody cell={cell} />
                </Suspense>
              </CellFailure>
            </ColumnContext>
          </section>
          {several && (
            <Suspense fallback={<div className="kk-divider" />}>
              <Divider index={cell.index} columnId={columnId(cell.index)} />
            </Suspense>
          )}
        </Fragment>
      ))}
    </main>
  );
});
