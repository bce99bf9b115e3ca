// What a browser test file needs, from one call at its top: a server of its own with the sample community, a browser, and visits.
// Called by *.e2e.ts; after every test it closes the visits and fails the test for any unexpected console error,
// request to another host or breach of the content security policy.
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest';
import type { Browser } from 'playwright-core';
import type { Account } from 'tests/e2e/harness/accounts.ts';
import { connectBrowser } from 'tests/e2e/harness/connectBrowser.ts';
import { openVisit, type Visit, type VisitOptions } from 'tests/e2e/harness/openVisit.ts';
import { tokenOf } from 'tests/e2e/harness/signIn.ts';
import { preferTheme, untilWorn } from 'tests/e2e/harness/setTheme.ts';
import { type RunningServer, startServer } from 'tests/e2e/harness/startServer.ts';
import { copyStore, forgetRates, removeStore, type Store } from 'tests/e2e/harness/Store.ts';

export interface World {
  readonly url: string;
  readonly server: RunningServer;
  /** Where the server keeps its data; a second server process may be started on it. */
  readonly store: Store;
  /** A new browser profile; signed in when an account is given, and at the start page unless another is named. */
  open(options?: VisitOptions & { readonly as?: Account; readonly at?: string }): Promise<Visit>;
}

type Parts = { browser: Browser; server: RunningServer; store: Store };

export const useWorld = (environment: Record<string, string> = {}): World => {
  let parts: Parts | undefined;
  let visits: Visit[] = [];
  const ready = (): Parts => {
    if (parts === undefined) throw new Error('the world is there inside tests and beforeAll, not while the file loads');
    return parts;
  };

  beforeAll(async () => {
    const store = await copyStore(inject('sampleStore'), inject('databaseUrl'));
    const [browser, server] = await Promise.all([connectBrowser(), startServer(store, environment)]);
    parts = { browser, server, store };
  });

  beforeEach(() => forgetRates(ready().store));

  afterEach(async () => {
    const problems = visits.flatMap((visit) => visit.takeProblems());
    await Promise.all(visits.map((visit) => visit.context.close()));
    visits = [];
    expect(problems, problems.join('\n')).toEqual([]);
  });

  afterAll(async () => {
    if (parts === undefined) return;
    await parts.browser.close();
    await parts.server.stop();
    await removeStore(parts.store, inject('databaseUrl'));
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
    open: async ({ as, at = '/', ...options } = {}) => {
      const { browser, server } = ready();
      const { theme = 'light' } = options;
      const token = as === undefined ? undefined : await tokenOf(server.url, as);
      if (token !== undefined) await preferTheme(server.url, token, theme);
      const visit = await openVisit(browser, server.url, { ...options, ...(token === undefined ? {} : { token }) });
      visits.push(visit);
      await visit.page.goto(at);
      if (token !== undefined) await untilWorn(visit.page, theme);
      return visit;
    },
  };
};
