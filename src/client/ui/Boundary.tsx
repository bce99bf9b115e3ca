// Keeps a failing part from taking the page with it: shows something else in its place, until it is tried again.

import { Component, type ReactNode } from 'react';

interface Props {
  /** Shown instead of the part. `again` renders the part again. `unloaded` is true when its code did not arrive. */
  readonly instead: (again: () => void, unloaded: boolean) => ReactNode;
  readonly children: ReactNode;
}

interface Failure {
  readonly failed: boolean;
  /** Code did not arrive: no line, or a newer version is installed. */
  readonly unloaded: boolean;
}

/** Messages of the browsers, and of the build where a style sheet does not arrive. */
const UNLOADED = /dynamically imported|importing a module|module script|ChunkLoad|Unable to preload/i;

export class Boundary extends Component<Props, Failure> {
  override state: Failure = { failed: false, unloaded: false };

  static getDerivedStateFromError(thrown: unknown): Failure {
    return { failed: true, unloaded: UNLOADED.test(String(thrown)) };
  }

  /** The browser remembers a failed module until the page is reloaded; the address stays. */
  readonly again = (): void => {
    if (this.state.unloaded) window.location.reload();
    else this.setState({ failed: false, unloaded: false });
  };

  override render(): ReactNode {
    return this.state.failed ? this.props.instead(this.again, this.state.unloaded) : this.props.children;
  }
}
