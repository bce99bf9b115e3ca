// A person with a separate browser: one context, one page, and a record of all unexpected events.
// Called by useWorld.ts; a visit with an unexpected console error or a request to another host fails its test.
import { fileURLToPath } from 'node:url';
import { ORGANISATION_ZONE } from 'tests/clock/organisationDay.ts';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

export type Theme = 'light' | 'dark';
export type Screen = 'zoomed' | 'phone' | 'touch' | 'tablet' | 'desktop' | 'wide';

export interface VisitOptions {
  readonly theme?: Theme;
  readonly screen?: Screen;
  /** Device pixels per page pixel. */
  readonly scale?: number;
  /** Alternative address of the same server, such as a relay in front of it. */
  readonly url?: string;
  /** Token of a session that was started before the visit. */
  readonly token?: string;
  /** True for tests of the service worker's cache. Without it, a page loads faster and finds the same assets in the browser's cache. */
  readonly serviceWorker?: boolean;
  /** Further hosts that the page may contact, such as that of a base map. */
  readonly hosts?: readonly string[];
  /** IANA time zone of the browser; by default that of the sample's organization. */
  readonly timeZone?: string;
}

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Ignores console errors that the test causes deliberately (a refused sign-in, a cut network). */
  allowConsole(pattern: RegExp): void;
  /** Unexpected console errors, page errors, requests to other hosts and violations of the content security policy since the last call. */
  takeProblems(): string[];
}

export const screens: Readonly<Record<Screen, { readonly width: number; readonly height: number }>> = {
  /** Window of 1280 x 1024 pixels at 400 % zoom. */
  zoomed: { width: 320, height: 256 },
  phone: { width: 360, height: 740 },
  /** Phone window with a phone browser. */
  touch: { width: 390, height: 844 },
  tablet: { width: 768, height: 1024 },
  desktop: { width: 1280, height: 800 },
  wide: { width: 1920, height: 1080 },
};

/** Console errors of pictures and value lists that were still loading at sign-out. */
export const ENDED_SESSION = /status of 40[13]/;

const isForeign = (request: string, hosts: readonly string[]): boolean => {
  const { protocol, host } = new URL(request);
  return !['data:', 'blob:', 'about:'].includes(protocol) && !hosts.includes(host);
};

/** Sets the clock of pages to the time of the run, which tests/clock/drillDates.ts may have moved. */
const moveClock = async (context: BrowserContext): Promise<void> => {
  const ahead = Number(process.env.TEST_AHEAD_MS ?? 0);
  if (ahead === 0) return;
  await context.addInitScript(`globalThis.testAheadMs = ${ahead}`);
  await context.addInitScript({ path: fileURLToPath(new URL('../../clock/movedDate.js', import.meta.url)) });
};

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/** Errors that no pattern of `allowConsole` can permit. */
const watchPolicy = async (context: BrowserContext, tell: (breach: string) => void): Promise<void> => {
  await context.exposeFunction('tellBreach', tell);
  await context.addInitScript(() => {
    const { tellBreach } = globalThis as unknown as { tellBreach(breach: string): void };
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample, sourceFile }) =>
      tellBreach(`content security policy: ${effectiveDirective} refused ${blockedURI} ${sample} (${sourceFile})`),
    );
  });
};

const stateOf = (url: string, token: string): StorageState => ({
  cookies: [],
  origins: [{ origin: new URL(url).origin, localStorage: [{ name: 'Access-Token', value: token }] }],
});

export const openVisit = async (browser: Browser, serverUrl: string, options: VisitOptions = {}): Promise<Visit> => {
  const {
    theme = 'light',
    screen = 'desktop',
    scale = 1,
    url = serverUrl,
    token,
    hosts = [],
    serviceWorker = false,
    timeZone = ORGANISATION_ZONE,
  } = options;
  const context = await browser.newContext({
    baseURL: url,
    viewport: screens[screen],
    deviceScaleFactor: scale,
    colorScheme: theme,
    reducedMotion: 'reduce',
    hasTouch: screen === 'phone' || screen === 'touch',
    isMobile: screen === 'touch',
    serviceWorkers: serviceWorker ? 'allow' : 'block',
    locale: 'en-CA',
    timezoneId: timeZone,
    ...(token === undefined ? {} : { storageState: stateOf(url, token) }),
  });
  context.setDefaultTimeout(30_000);
  await moveClock(context);
  const errors: string[] = [];
  const breaches: string[] = [];
  const allowed: RegExp[] = [];
  await watchPolicy(context, (breach) => breaches.push(breach));
  context.on('request', (request) => {
    if (isForeign(request.url(), [new URL(url).host, ...hosts]))
      breaches.push(`request to another host: ${request.url()}`);
  });
  context.on('console', (message) => {
    // A message shown by its id, because its text is missing or not loaded yet.
    const isFault = message.type() === 'error' || message.text().includes('MISSING_TRANSLATION');
    if (isFault) errors.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => errors.push(`uncaught: ${error.error().stack ?? error.error().message}`));
  return {
    page: await context.newPage(),
    context,
    allowConsole: (pattern) => void allowed.push(pattern),
    takeProblems: () => [
      ...breaches.splice(0),
      ...errors.splice(0).filter((text) => !allowed.some((pattern) => pattern.test(text))),
    ],
  };
};
