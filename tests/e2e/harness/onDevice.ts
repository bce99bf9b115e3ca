// Data that the browser of a visit stores for the site. Called by browser tests of unsaved work.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { OFFLINE_DATABASE } from 'src/client/stores/offlineDatabase.ts';

interface Stored {
  readonly drafts: readonly string[];
  /** Records and lists for reading without a connection. */
  readonly copies: readonly string[];
  readonly local: readonly string[];
}

/** Returns all stored data of this site, except the data needed to show this page again. */
export const onDevice = (page: Page): Promise<Stored> =>
  page.evaluate(async (reading) => {
    const settled = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('refused')));
      });
    const shown = (value: unknown): string =>
      value instanceof Uint8Array ? new TextDecoder('latin1').decode(value) : JSON.stringify(value);
    const [drafts, copies]: [string[], string[]] = [[], []];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await settled(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const records = await settled(database.transaction(store).objectStore(store).getAll());
        const texts = records.map((record: object) => Object.values(record).map(shown).join(' '));
        (name === reading ? copies : drafts).push(...texts);
      }
      database.close();
    }
    const local = Object.keys(localStorage).map((name) => `${name}=${localStorage.getItem(name) ?? ''}`);
    return { drafts, copies, local };
  }, OFFLINE_DATABASE);

/** A time that is longer than the delay before typed text is stored. */
const UNCHANGED_FOR_MS = 1_200;

/** Waits until this number of drafts is stored and none has been rewritten for longer than the storage delay. */
export const untilKept = async (page: Page, drafts: number): Promise<void> => {
  let before = '';
  const unchanged = async (): Promise<number> => {
    const kept = await onDevice(page);
    const last = before;
    before = kept.drafts.join('\n');
    return before === last ? kept.drafts.length : NaN;
  };
  await expect.poll(unchanged, { interval: UNCHANGED_FOR_MS }).toBe(drafts);
};
