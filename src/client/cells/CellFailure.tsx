// Keeps a failing cell from taking the page with it; the other columns stay.

import { Component, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Cell } from 'src/client/Client.ts';
import { headingId } from 'src/client/cells/useColumnFocus.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';

interface Props {
  readonly cell: Cell;
  readonly children: ReactNode;
}

interface Failure {
  readonly failed: boolean;
  /** The cell's code did not arrive: no line, or a newer version is installed. */
  readonly unloaded: boolean;
}

const UNLOADED = /dynamically imported|importing a module|module script|ChunkLoad/i;

export class CellFailure extends Component<Props, Failure> {
  override state: Failure = { failed: false, unloaded: false };

  static getDerivedStateFromError(thrown: unknown): Failure {
    return { failed: true, unloaded: UNLOADED.test(String(thrown)) };
  }

  /** A part of the page that could not be fetched is remembered as failed until the page is loaded anew; the address stays. */
  readonly again = (): void => {
    if (this.state.unloaded) window.location.reload();
    else this.setState({ failed: false, unloaded: false });
  };

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <div className="kk-empty" role="alert">
        <Icon name="error" className="kk-empty-icon" />
        <h2 id={headingId(this.props.cell.index)} tabIndex={-1} className="kk-empty-title">
          <FormattedMessage id="cells.failed" />
        </h2>
        <p className="kk-empty-text">
          <FormattedMessage id="cells.failedHint" />
        </p>
        <Button icon="refresh" onClick={this.again}>
          <FormattedMessage id="app.tryAgain" />
        </Button>
      </div>
    );
  }
}
