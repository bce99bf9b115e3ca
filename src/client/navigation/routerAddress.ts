// The only file that knows the router: the address bar and the browser's history behind a small interface.
// One catch-all route; its content is drawn by the shell from NavigationStore.

import { createBrowserRouter, createMemoryRouter } from 'react-router-dom';

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

const GUARD = 'columns';

const textOf = ({ pathname, search }: { readonly pathname: string; readonly search: string }): string =>
  pathname + search;

/** Over the browser's address bar, or in memory from `initial`. */
export const routerAddress = (initial?: string): Address => {
  const routes = [{ path: '*' }];
  const router =
    initial === undefined ? createBrowserRouter(routes) : createMemoryRouter(routes, { initialEntries: [initial] });
  // The router lets a second navigation replace one that is not finished: one after the other keeps the history whole.
  let moves = Promise.resolve();
  const move = (to: string, replace: boolean): void => {
    moves = moves.then(() => router.navigate(to, { replace }));
  };
  return {
    get current() {
      return textOf(router.state.location);
    },
    push: (to) => move(to, false),
    replace: (to) => move(to, true),
    listen: (handle) => {
      let known = router.state.location.key;
      return router.subscribe(({ location, historyAction }) => {
        if (location.key === known) return;
        known = location.key;
        if (historyAction === 'POP') handle();
      });
    },
    guard: (ask) => {
      let asked: Promise<boolean> | undefined;
      let open = false;
      router.getBlocker(GUARD, ({ historyAction, nextLocation }) => {
        if (historyAction !== 'POP') return false;
        // Pressing back again while the question stands asks nothing new.
        if (open) return true;
        asked = ask(textOf(nextLocation));
        open = asked !== undefined;
        return open;
      });
      const stop = router.subscribe(({ blockers }) => {
        const blocker = blockers.get(GUARD);
        if (blocker?.state !== 'blocked' || !asked) return;
        const answer = asked;
        asked = undefined;
        void answer.then((passed) => {
          open = false;
          if (passed) blocker.proceed();
          else blocker.reset();
        });
      });
      return () => {
        stop();
        router.deleteBlocker(GUARD);
      };
    },
    go: (delta) => void router.navigate(delta),
    dispose: () => router.dispose(),
  };
};
