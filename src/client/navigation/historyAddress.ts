// The only file that knows the browser's history: the address bar behind a small interface, or a history in memory for tests and stories.
// Each entry knows its place, so that a move of the browser's own buttons can be taken back until it is known whether it may go on.

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

interface Entries {
  readonly current: string;
  /** Place of the entry that is shown; undefined for one that this page has not made, such as a link within it. */
  readonly place: number | undefined;
  put(to: string, place: number, replace: boolean): void;
  /** Moves, and tells when it has. */
  go(delta: number): void;
  onMoved(handle: () => void): () => void;
}

const placeIn = (state: unknown): number | undefined => {
  const place = typeof state === 'object' && state !== null && 'idx' in state ? state.idx : undefined;
  return typeof place === 'number' ? place : undefined;
};

const browserEntries = ({ history, location }: Window): Entries => {
  const entries: Entries = {
    get current() {
      return location.pathname + location.search;
    },
    get place() {
      return placeIn(history.state);
    },
    put: (to, idx, replace) => (replace ? history.replaceState({ idx }, '', to) : history.pushState({ idx }, '', to)),
    go: (delta) => history.go(delta),
    onMoved: (handle) => {
      window.addEventListener('popstate', handle);
      return () => window.removeEventListener('popstate', handle);
    },
  };
  // What the browser keeps of an earlier visit has its place already.
  if (entries.place === undefined) history.replaceState({ idx: 0 }, '');
  return entries;
};

const memoryEntries = (initial: string): Entries => {
  const paths = [initial];
  const moved = new Listeners<[]>();
  let at = 0;
  return {
    get current() {
      return paths[at] ?? initial;
    },
    get place() {
      return at;
    },
    put: (to, place, replace) => {
      at = place;
      paths.splice(at, replace ? 1 : Infinity, to);
    },
    go: (delta) => {
      const next = at + delta;
      if (next < 0 || next >= paths.length) return;
      at = next;
      moved.notify();
    },
    onMoved: (handle) => moved.add(handle),
  };
};

/** Over the browser's address bar, or in memory from `initial`. */
export const historyAddress = (initial?: string): Address => {
  const entries = initial === undefined ? browserEntries(window) : memoryEntries(initial);
  const arrived = new Listeners<[]>();
  let ask: ((to: string) => Promise<boolean> | undefined) | undefined;
  let place = entries.place ?? 0;
  let { current } = entries;
  /** Our own moves, back to where a question is asked or on from there, whose end is awaited. */
  const own: (() => void)[] = [];
  const go = (delta: number, then: () => void): void => {
    own.push(then);
    entries.go(delta);
  };
  const arrive = (): void => {
    place = entries.place ?? place;
    ({ current } = entries);
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
  const moved = (): void => {
    const ownMove = own.shift();
    if (ownMove) {
      ownMove();
      return;
    }
    const delta = (entries.place ?? place) - place;
    // Pressing back again while the question stands asks nothing new.
    if (asking && delta !== 0) {
      go(-delta, () => {});
      return;
    }
    const answer = delta === 0 ? undefined : ask?.(entries.current);
    if (answer) hold(delta, answer);
    else arrive();
  };
  const stop = entries.onMoved(moved);
  const put = (to: string, replace: boolean): void => {
    if (!replace) place += 1;
    entries.put(to, place, replace);
    ({ current } = entries);
  };
  return {
    get current() {
      return current;
    },
    push: (to) => put(to, false),
    replace: (to) => put(to, true),
    listen: (handle) => arrived.add(handle),
    guard: (asked) => {
      ask = asked;
      return () => {
        ask = undefined;
      };
    },
    go: (delta) => entries.go(delta),
    dispose: stop,
  };
};
