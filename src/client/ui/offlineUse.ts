// Pages that must start without a connection, also after an update of the product.

/** Cache whose existence tells the service worker to load the files of a new build before it takes over. */
const OFFLINE_USE_CACHE = 'offline-use';

/**
 * Prepares this device for visits without a connection. Resolves to true when the browser also promises to keep the data of this site when
 * space is low.
 */
export const prepareOfflineUse = async (): Promise<boolean> => {
  const { caches, navigator } = window as Window & Partial<Pick<Window, 'caches'>>;
  await caches?.open(OFFLINE_USE_CACHE);
  const { storage } = navigator as Navigator & { readonly storage?: StorageManager };
  return (await storage?.persisted?.()) === true || (await storage?.persist?.()) === true;
};

export interface DeviceSpace {
  readonly used: number;
  readonly available: number;
}

/** Returns the bytes that this site uses and may still use; undefined when the browser does not tell. */
export const deviceSpace = async (): Promise<DeviceSpace | undefined> => {
  const { storage } = window.navigator as Navigator & { readonly storage?: StorageManager };
  const { usage, quota } = (await storage?.estimate?.()) ?? {};
  return usage === undefined || quota === undefined ? undefined : { used: usage, available: quota - usage };
};

/** The one page of this site, which all addresses have. */
const SITE_PAGE = '/';

/** Returns the addresses of the files of this build that the page has loaded. */
const loadedFiles = (): readonly string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name, window.location.href))
    .filter(({ origin, pathname }) => origin === window.location.origin && pathname.startsWith('/assets/'))
    .map(({ href }) => href);

/** Files without which the page does not start. */
const isStartFile = (file: string): boolean => /\.(?:js|css)$/u.test(file);

/**
 * Stores the page and the files of this build that loaded before the service worker, so that they start without a connection. The files come
 * from the cache of the browser. Resolves to true when all that the page needs is stored.
 */
export const storePage = async (): Promise<boolean> => {
  const { navigator, caches } = window as Window & Partial<Pick<Window, 'caches'>>;
  const { serviceWorker } = navigator as Partial<Navigator>;
  if (!serviceWorker || !caches) return false;
  const files = loadedFiles();
  if (serviceWorker.controller) {
    await caches.open(OFFLINE_USE_CACHE);
    // The service worker stores the answers.
    await Promise.all([SITE_PAGE, ...files].map((address) => fetch(address).catch(() => undefined)));
  }
  const stored = await Promise.all([SITE_PAGE, ...files.filter(isStartFile)].map((each) => caches.match(each)));
  return stored.every((answer) => answer !== undefined);
};

/** Calls `handle` when the service worker takes over a page that loaded before it. Returns the function that stops it. */
export const onServiceWorker = (handle: () => void): (() => void) => {
  const { serviceWorker } = window.navigator as Partial<Navigator>;
  serviceWorker?.addEventListener('controllerchange', handle);
  return () => serviceWorker?.removeEventListener('controllerchange', handle);
};
