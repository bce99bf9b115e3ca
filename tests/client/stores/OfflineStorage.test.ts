// Copies for reading without a connection: encrypted in a real database engine, by keys that cannot be exported.
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { OFFLINE_DATABASE } from 'src/client/stores/offlineDatabase.ts';
import { type DeviceCopy, OfflineStorage } from 'src/client/stores/OfflineStorage.ts';

const copy = (name: string, used: number, value: unknown = { title: `Title of ${name}` }): DeviceCopy => ({
  ...{ kind: 'item', name, at: 1, used, value },
});

/** Everything that the database stores, as text. */
const storedText = async (): Promise<string> => {
  const request = indexedDB.open(OFFLINE_DATABASE);
  await new Promise((resolve) => request.addEventListener('success', resolve));
  const rows = request.result.transaction('copies').objectStore('copies').getAll();
  await new Promise((resolve) => rows.addEventListener('success', resolve));
  request.result.close();
  const texts = (rows.result as { id: string; data: Uint8Array }[]).map(
    ({ id, data }) => `${id} ${new TextDecoder('latin1').decode(data)}`,
  );
  return texts.join('\n');
};

describe('OfflineStorage', () => {
  beforeEach(() => {
    globalThis.indexedDB = new IDBFactory();
  });

  it('[CONN-05] returns copies after the page was closed, and stores neither names nor content as text', async () => {
    const storage = await OfflineStorage.open();
    await storage.put([copy('Book-1', 1), copy('Book-2', 2)]);
    storage.close();
    const later = await OfflineStorage.open();
    expect(await later.get('item', 'Book-1')).toEqual(copy('Book-1', 1));
    expect((await later.all('item')).map(({ name }) => name)).toEqual(['Book-1', 'Book-2']);
    later.close();
    const text = await storedText();
    expect(text).not.toBe('');
    expect(text).not.toMatch(/Book|Title/);
  });

  it('[CONN-05] replaces a copy of the same name, and removes it by its name', async () => {
    const storage = await OfflineStorage.open();
    await storage.put([copy('Book-1', 1)]);
    await storage.put([copy('Book-1', 2, { title: 'newer' })]);
    expect(await storage.count('item')).toBe(1);
    expect((await storage.get('item', 'Book-1'))?.value).toEqual({ title: 'newer' });
    await storage.remove('item', ['Book-1']);
    expect(await storage.get('item', 'Book-1')).toBeUndefined();
  });

  it('[CONN-05] keeps the copies that were used last', async () => {
    const storage = await OfflineStorage.open();
    await storage.put([copy('Book-1', 30), copy('Book-2', 10), copy('Book-3', 20)]);
    await storage.trim('item', 2);
    expect((await storage.all('item')).map(({ name }) => name)).toEqual(['Book-3', 'Book-1']);
  });

  it('[CONN-05] closes the database when another page deletes it', async () => {
    const storage = await OfflineStorage.open();
    await storage.put([copy('Book-1', 1)]);
    const request = indexedDB.deleteDatabase(OFFLINE_DATABASE);
    await new Promise((resolve) => request.addEventListener('success', resolve));
    const fresh = await OfflineStorage.open();
    expect(await fresh.count('item')).toBe(0);
  });
});
