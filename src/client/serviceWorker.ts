// The service worker: keeps the hashed assets and the page itself, so that a second visit starts without the line.
// Answers of the server's other routes are never kept: what one person may see must not outlive their session.

/// <reference lib="webworker" />

import { ROUTE_SEGMENTS } from 'src/model/generated/routes.ts';

declare const self: ServiceWorkerGlobalScope;
declare const __BUILD_VERSION__: string;

const SHELL = `shell-${__BUILD_VERSION__}`;
const ASSETS = 'assets';
const PAGE = '/';

const isAsset = (url: URL): boolean => url.origin === self.location.origin && url.pathname.startsWith('/assets/');

/** Only what is wholly public: an answer that was refused or redirected is not. */
const keep = async (name: string, key: RequestInfo, answer: Response): Promise<void> => {
  if (answer.ok && answer.type === 'basic' && !answer.redirected)
    await (await caches.open(name)).put(key, answer.clone());
};

const asset = async (request: Request): Promise<Response> => {
  const known = await caches.match(request, { cacheName: ASSETS });
  if (known) return known;
  const answer = await fetch(request);
  await keep(ASSETS, request, answer);
  return answer;
};

/** From the network first, since the page carries the site configuration; from the cache when the network fails. */
const page = async (request: Request): Promise<Response> => {
  try {
    const answer = await fetch(request);
    if (answer.headers.get('content-type')?.startsWith('text/html')) await keep(SHELL, PAGE, answer);
    return answer;
  } catch (thrown) {
    const known = await caches.match(PAGE, { cacheName: SHELL });
    if (known) return known;
    throw thrown;
  }
};

/** Addresses that answer with bytes or JSON even when they are opened as a page. */
const OTHER_ROUTES = new RegExp(`^/(?:${ROUTE_SEGMENTS.join('|')})(?:/|$)`);

const isPage = (request: Request, url: URL): boolean =>
  request.mode === 'navigate' && url.origin === self.location.origin && !OTHER_ROUTES.test(url.pathname);

const forgetOld = async (): Promise<void> => {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith('shell-') && name !== SHELL).map((name) => caches.delete(name)),
  );
  await self.clients.claim();
};

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));

self.addEventListener('activate', (event) => event.waitUntil(forgetOld()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  const url = new URL(request.url);
  if (isAsset(url)) event.respondWith(asset(request));
  else if (isPage(request, url)) event.respondWith(page(request));
});
