// The only file that imports the router's package: the address bar and the browser's history behind a small interface. It takes the
// history only, because the router would cost 16 kB before the first rows (docs/decisions/0060).

import { UNSAFE_createBrowserHistory, UNSAFE_createMemoryHistory } from 'react-router-dom';
import { Listeners } from 'src/base/Listeners.ts';

export interface Address {
  /** Path with query. */
  readonly current: string;
  push(to: string): void;
  replace(to: string): void;
  /** The browser's own moves, back and forward. */
  listen(handle: () => void): () => void;
  /** Asked before back or forward moves away; undefined lets it happen, a promise decides. */
  guard(ask: (to: string) => Promise<boolean> | undefined): () => void;
  /** Steps in the history, as the browser's buttons do; for tests and stories. */
  go(delta: number): void;
  dispose(): void;
}

const locationText = ({ pathname, search }: { readonly pathname: string; readonly search: string }): string =>
  pathname + search;

/** Uses the browser's address bar, or memory that starts with `initial`. */
export const historyAddress = (initial?: string): Address => {
  const history =
    initial === undefined ? UNSAFE_createBrowserHistory() : UNSAFE_createMemoryHistory({ initialEntries: [initial] });
  const arrived = new Listeners<[]>();
  let ask: ((to: string) => Promise<boolean> | undefined) | undefined;
  let current = locationText(history.location);
  /** The page's own moves, back to where a question is asked or on from there, whose end is awaited. */
  const own: (() => void)[] = [];
  const go = (delta: number, then: () => void): void => {
    own.push(then);
    history.go(delta);
  };
  const arrive = (): void => {
    current = locationText(history.location);
    arrived.notify();
  };
  let asking = false;
  const hold = (delta: number, answer: Promise<boolean>): void => {
    asking = true;
    const back = new Promise<void>((resolve) => go(-delta, resolve));
    void Promise.all([answer, back]).then(([passed]) => {
      asking = false;
      if (passed) go(delta, arrive);
    });
  };
  const stop = history.listen(({ delta }) => {
    const ownMove = own.shift();
    if (ownMove) {
      ownMove();
      return;
    }
    // Unknown for an entry that this page has not made, such as a link within it.
    const by = delta ?? 0;
    // Going back again while the question is open opens no second question.
    if (asking && by !== 0) {
      go(-by, () => {});
      return;
    }
    const answer = by === 0 ? undefined : ask?.(locationText(history.location));
    if (answer) hold(by, answer);
    else arrive();
  });
  return {
    get current() {
      return current;
    },
    push: (to) => {
      history.push(to);
      current = locationText(history.location);
    },
    replace: (to) => {
      history.replace(to);
      current = locationText(history.location);
    },
    listen: (handle) => arrived.add(handle),
    guard: (asked) => {
      ask = asked;
      return () => {
        ask = undefined;
      };
    },
    go: (delta) => history.go(delta),
    dispose: stop,
  };
};
