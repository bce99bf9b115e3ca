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

/**
 * Stores the files of this build that loaded before the service worker, so that the page starts without a connection. They come from the
 * cache of the browser.
 */
export const storeLoadedFiles = async (): Promise<void> => {
  const { navigator, caches } = window as Window & Partial<Pick<Window, 'caches'>>;
  const { serviceWorker } = navigator as Partial<Navigator>;
  if (!serviceWorker?.controller || !caches) return;
  await caches.open(OFFLINE_USE_CACHE);
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name, window.location.href));
  const files = loaded.filter(
    ({ origin, pathname }) => origin === window.location.origin && pathname.startsWith('/assets/'),
  );
  await Promise.all(files.map(({ href }) => fetch(href).catch(() => undefined)));
};
