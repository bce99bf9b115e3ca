// Sets up a browser test file with one call: a server with the sample community, a browser, and visits. A file that changes data
// of other tests, or restarts the server, has its own server (`useWorld`). Files that only read, or add records that no other test
// counts, share the server of their worker (`useSharedWorld`), because a start takes as long as four pages.
// Called by *.e2e.ts; after every test it closes the visits and fails the test for any unexpected console error,
// request to another host or violation of the content security policy.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest';
import type { Browser } from 'playwright-core';
import type { Account } from 'tests/e2e/harness/accounts.ts';
import { connectBrowser } from 'tests/e2e/harness/connectBrowser.ts';
import { openVisit, type Visit, type VisitOptions } from 'tests/e2e/harness/openVisit.ts';
import { keptTokenOf } from 'tests/e2e/harness/signIn.ts';
import { preferTheme, untilWorn } from 'tests/e2e/harness/setTheme.ts';
import { type RunningServer, startServer } from 'tests/e2e/harness/startServer.ts';
import { copyStore, forgetRates, removeStore, type Store } from 'tests/e2e/harness/Store.ts';

export interface World {
  readonly url: string;
  readonly server: RunningServer;
  /** Data store of the server; a second server process may be started on it. */
  readonly store: Store;
  /** Resets the rate limits, for a test that sends more requests than a person does. */
  forgetRates(): Promise<void>;
  /** Opens a new browser profile, signed in when an account is given. The page is blank unless `at` names the one to load. */
  open(options?: VisitOptions & { readonly as?: Account; readonly at?: string }): Promise<Visit>;
}

type Served = { server: RunningServer; store: Store };
type Parts = Served & { browser: Browser };

/** Starts the server of a file and stops it afterwards. */
interface Opener {
  open(): Promise<Served>;
  close(served: Served): Promise<void>;
}

const openOwn = (environment: Record<string, string>): Opener => ({
  async open() {
    const store = await copyStore(inject('sampleStore'), inject('databaseUrl'));
    return { store, server: await startServer(store, environment) };
  },
  async close({ server, store }) {
    await server.stop();
    await removeStore(store, inject('databaseUrl'));
  },
});

/** Shared server of this worker, started by the first file that needs it; globalSetup.ts ends it after the last file. */
let shared: Promise<Served> | undefined;

const openShared: Opener = {
  async open() {
    shared ??= openOwn({}).open();
    const served = await shared;
    writeFileSync(join(inject('sharedServers'), String(served.server.pid)), JSON.stringify(served.store));
    return served;
  },
  close: () => Promise.resolve(),
};

export const useWorld = (environment: Record<string, string> = {}): World => useServer(openOwn(environment));

/** Uses the shared server. The result has no `server` and no `store`, because other files continue to use them. */
export const useSharedWorld = (): Pick<World, 'url' | 'open' | 'forgetRates'> => useServer(openShared);

const useServer = ({ open: openServer, close: closeServer }: Opener): World => {
  let parts: Parts | undefined;
  let visits: Visit[] = [];
  const ready = (): Parts => {
    if (parts === undefined) throw new Error('the world is there inside tests and beforeAll, not while the file loads');
    return parts;
  };

  beforeAll(async () => {
    const [browser, served] = await Promise.all([connectBrowser(), openServer()]);
    parts = { browser, ...served };
  });

  /** Number of visits of each account in this test; each visit has its own session. */
  const sessions = new Map<Account, number>();
  const nextToken = (url: string, account: Account): Promise<string> => {
    const number = sessions.get(account) ?? 0;
    sessions.set(account, number + 1);
    return keptTokenOf(url, account, number);
  };

  beforeEach(async () => {
    sessions.clear();
    await forgetRates(ready().store);
  });

  afterEach(async () => {
    const problems = visits.flatMap((visit) => visit.takeProblems());
    await Promise.all(visits.map((visit) => visit.context.close()));
    visits = [];
    expect(problems, problems.join('\n')).toEqual([]);
  });

  afterAll(async () => {
    if (parts === undefined) return;
    await parts.browser.close();
    await closeServer(parts);
  });

  return {
    get url() {
      return ready().server.url;
    },
    get server() {
      return ready().server;
    },
    get store() {
      return ready().store;
    },
    forgetRates: () => forgetRates(ready().store),
    open: async ({ as, at, ...options } = {}) => {
      const { browser, server } = ready();
      const { theme = 'light', url = server.url } = options;
      const token = as === undefined ? undefined : await nextToken(url, as);
      if (token !== undefined) await preferTheme(url, token, theme);
      const visit = await openVisit(browser, url, { ...options, ...(token === undefined ? {} : { token }) });
      visits.push(visit);
      if (at === undefined) return visit;
      await visit.page.goto(at);
      if (token !== undefined) await untilWorn(visit.page, theme);
      return visit;
    },
  };
};
