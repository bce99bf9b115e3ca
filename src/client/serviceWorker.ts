// The service worker: keeps the hashed assets and the page itself, so that a second visit starts without the line.
// Answers of the server's other routes are never kept: what one person may see must not outlive their session.

/// <reference lib="webworker" />

import { ROUTE_SEGMENTS } from 'src/model/generated/routes.ts';

declare const self: ServiceWorkerGlobalScope;
declare const __BUILD_VERSION__: string;
/** Addresses of the scripts, style sheets, fonts and data of this build (vite.config.ts). */
declare const __BUILD_FILES__: readonly string[];

const SHELL = `shell-${__BUILD_VERSION__}`;
/** Files of this build, as far as they were asked for. Files that several builds share are copied here when they are asked for again. */
const ASSETS = `assets-${__BUILD_VERSION__}`;
/**
 * Builds whose files are kept. A page of the build before this one may still be open: it asks for its workers, fonts and styles again, and
 * the server has them no longer. A page that is older has been asked twice to reload.
 */
const KEPT_BUILDS = 2;
const PAGE_ADDRESS = '/';

const isAsset = (url: URL): boolean => url.origin === self.location.origin && url.pathname.startsWith('/assets/');

/** Caches an answer. Skips failed, redirected and cross-origin answers, which may not be public. */
const cacheAnswer = async (name: string, key: RequestInfo, answer: Response): Promise<void> => {
  if (answer.ok && answer.type === 'basic' && !answer.redirected)
    await (await caches.open(name)).put(key, answer.clone());
};

const asset = async (request: Request): Promise<Response> => {
  const own = await caches.match(request, { cacheName: ASSETS });
  if (own) return own;
  const answer = (await caches.match(request)) ?? (await fetch(request));
  await cacheAnswer(ASSETS, request, answer);
  return answer;
};

/** Time to wait for the server's page before the cached one is used, unless the connection was slower than that the last time. */
const PATIENCE_MS = 300;
/** Cache key of the milliseconds that the server took for the last page. */
const TAKEN = '/page-taken';

const lastTaken = async (): Promise<number> =>
  Number((await (await caches.match(TAKEN, { cacheName: SHELL }))?.text()) ?? 0);

const storeTaken = async (milliseconds: number): Promise<void> =>
  await (await caches.open(SHELL)).put(TAKEN, new Response(String(milliseconds)));

/** Fetches the page. All addresses have the same one, so the server does not send it again while the cached one is current. */
const freshPage = async ({ request }: FetchEvent, known: Response | undefined): Promise<Response> => {
  const tag = known?.headers.get('etag') ?? undefined;
  if (!known || tag === undefined) return await fetch(request);
  const headers = { accept: request.headers.get('accept') ?? '*/*', 'if-none-match': tag };
  const answer = await fetch(request.url, { headers, redirect: 'manual' });
  return answer.status === 304 ? known.clone() : answer;
};

/**
 * Reads the page from the network first, because it contains the site configuration. A line that is slow to answer gets what the last visit
 * kept, and keeps the answer for the next; so does one that is cut.
 */
const page = async (event: FetchEvent): Promise<Response> => {
  const [known, taken] = await Promise.all([caches.match(PAGE_ADDRESS, { cacheName: SHELL }), lastTaken()]);
  const asked = performance.now();
  const fresh = freshPage(event, known?.clone()).then(async (answer) => {
    await storeTaken(performance.now() - asked);
    if (answer.headers.get('content-type')?.startsWith('text/html')) await cacheAnswer(SHELL, PAGE_ADDRESS, answer);
    return answer;
  });
  if (!known) return fresh;
  event.waitUntil(fresh.catch(() => undefined));
  if (taken > PATIENCE_MS) return known;
  const patience = new Promise<Response>((resolve) => {
    setTimeout(() => resolve(known), PATIENCE_MS);
  });
  return Promise.race([fresh.catch(() => known), patience]);
};

/** Addresses that answer with bytes or JSON even when they are opened as a page. */
const OTHER_ROUTES = new RegExp(`^/(?:${ROUTE_SEGMENTS.join('|')})(?:/|$)`);

/** A page that loaded before this service worker asks for itself, so that it is stored (client/ui/offlineUse.ts). */
const isPage = ({ mode }: Request, { origin, pathname }: URL): boolean =>
  origin === self.location.origin && (mode === 'navigate' ? !OTHER_ROUTES.test(pathname) : pathname === PAGE_ADDRESS);

/** Deletes the pages of other builds, and the files of builds before the last one. Caches are listed in the order of their making. */
const forgetOld = async (): Promise<void> => {
  await caches.open(ASSETS);
  const names = await caches.keys();
  const assets = names.filter((name) => name.startsWith('assets') && name !== ASSETS);
  const pages = names.filter((name) => name.startsWith('shell-') && name !== SHELL);
  const old = assets.slice(0, Math.max(0, assets.length - (KEPT_BUILDS - 1)));
  await Promise.all([...pages, ...old].map((name) => caches.delete(name)));
  await self.clients.claim();
};

/** Cache that exists on a device which must start without a connection after an update (client/ui/offlineUse.ts). */
const OFFLINE_USE = 'offline-use';

/** Returns the name that the build gave to a file, without the hash of its content. */
const plainName = (address: string): string => address.replace(/-[\w-]{8}(?=\.\w+$)/, '');

/**
 * Loads the page and those files of this build of which the device has an earlier version. Rejects when one cannot be loaded: the service
 * worker of the earlier build continues then, and the browser tries again later.
 */
const bringBuild = async (): Promise<void> => {
  if (!(await caches.has(OFFLINE_USE))) return;
  const earlier = (await caches.keys()).filter((name) => name.startsWith('assets-') && name !== ASSETS);
  const requests = await Promise.all(earlier.map(async (name) => (await caches.open(name)).keys()));
  const names = new Set(requests.flat().map(({ url }) => plainName(new URL(url).pathname)));
  for (const address of __BUILD_FILES__.filter((each) => names.has(plainName(each)))) {
    const answer = await asset(new Request(address));
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  }
  const answer = await fetch(PAGE_ADDRESS, { cache: 'no-cache' });
  if (!answer.ok) throw new Error(`page: ${answer.status}`);
  await cacheAnswer(SHELL, PAGE_ADDRESS, answer);
};

self.addEventListener('install', (event) => event.waitUntil(bringBuild().then(() => self.skipWaiting())));

self.addEventListener('activate', (event) => event.waitUntil(forgetOld()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  const url = new URL(request.url);
  if (isAsset(url)) event.respondWith(asset(request));
  else if (isPage(request, url)) event.respondWith(page(event));
});
