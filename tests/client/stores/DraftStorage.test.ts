// Storage of drafts: encrypted, in a real database engine, readable only with the key of their user.
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, it } from 'vitest';
import type { DraftRecord } from 'src/client/stores/DraftRecord.ts';
import { DraftStorage } from 'src/client/stores/DraftStorage.ts';
import { storedBytes } from 'tests/client/stores/storedBytes.ts';

const MINE = 'A'.repeat(43);
const THEIRS = 'B'.repeat(43);

const record = (key: string, changes: DraftRecord['changes'] = {}, tab = 'one'): DraftRecord => ({
  key,
  tab,
  type: 'Book',
  id: undefined,
  base: {},
  changes,
  pending: undefined,
  at: 1,
});

const storage = async (databases: IDBFactory, key: string): Promise<DraftStorage> => {
  let count = 0;
  const own = new DraftStorage(databases, () => `${key.slice(0, 1)}${(count += 1)}`);
  await own.unlock(key);
  return own;
};

const changesIn = async (own: DraftStorage) => (await own.list()).map(({ changes }) => changes);

describe('DraftStorage', () => {
  it('keeps one record for each key and tab', async () => {
    const own = await storage(new IDBFactory(), MINE);
    await own.put(record('Book-1', { title: 'a' }));
    await own.put(record('Book-1', { title: 'b' }));
    expect(await changesIn(own)).toEqual([{ title: 'b' }]);
    await own.put(record('Book-1', { title: 'c' }, 'two'));
    await own.remove({ key: 'Book-1', tab: 'one' });
    expect(await changesIn(own)).toEqual([{ title: 'c' }]);
    await own.remove({ key: 'Book-1', tab: 'two' });
    expect(await changesIn(own)).toEqual([]);
  });

  it('finds the records of an earlier visit, and removes them by name', async () => {
    const databases = new IDBFactory();
    await (await storage(databases, MINE)).put(record('Book-1', { title: 'left' }));
    const later = new DraftStorage(databases, () => 'later');
    await later.unlock(MINE);
    expect(await changesIn(later)).toEqual([{ title: 'left' }]);
    await later.remove({ key: 'Book-1', tab: 'one' });
    expect(await storedBytes(databases)).toEqual([]);
  });

  it('stores nothing that can be read: neither what was typed, nor in which item, nor by whom', async () => {
    const databases = new IDBFactory();
    const own = await storage(databases, MINE);
    await own.put(record('Book-17', { title: 'Where the cedar grows' }));
    const [stored = ''] = await storedBytes(databases);
    expect(stored.length).toBeGreaterThan(50);
    for (const text of ['Where the cedar grows', 'title', 'Book', 'one']) expect(stored).not.toContain(text);
    await own.put(record('Book-17', { title: 'Where the cedar grows' }));
    expect((await storedBytes(databases))[0]).not.toBe(stored);
  });

  it('opens nothing of another user, and cannot be made to by exchanging records', async () => {
    const databases = new IDBFactory();
    const own = await storage(databases, MINE);
    await own.put(record('Book-1', { title: 'mine' }));
    const other = await storage(databases, THEIRS);
    expect(await other.list()).toEqual([]);
    await other.put(record('Book-1', { title: 'theirs' }));
    expect(await changesIn(own)).toEqual([{ title: 'mine' }]);
    await own.lock();
    expect(await own.list()).toEqual([]);
    await expect(own.put(record('Book-2'))).rejects.toThrow('no key');
    await other.clear();
    expect(await storedBytes(databases)).toEqual([]);
  });

  it('never lets a removal overtake the write before it', async () => {
    const databases = new IDBFactory();
    const own = await storage(databases, MINE);
    await Promise.all([own.put(record('Book-1')), own.remove({ key: 'Book-1', tab: 'one' })]);
    expect(await storedBytes(databases)).toEqual([]);
  });

  it('deletes the plain text that an earlier version has kept', async () => {
    const databases = new IDBFactory();
    const request = databases.open('knowledge-keeper', 2);
    await new Promise<void>((resolve) => {
      request.addEventListener('upgradeneeded', () => {
        request.result.createObjectStore('drafts', { keyPath: ['user', 'key', 'tab'] });
      });
      request.addEventListener('success', () => resolve());
    });
    const put = request.result.transaction('drafts', 'readwrite').objectStore('drafts');
    put.put({ user: 'User-1', key: 'Book-1', tab: 'one', changes: { title: 'plain' } });
    request.result.close();
    const own = await storage(databases, MINE);
    expect(await own.list()).toEqual([]);
    expect(await storedBytes(databases)).toEqual([]);
  });

  it('refuses to keep anything where the browser has no database', async () => {
    const own = new DraftStorage(undefined, () => 'x');
    await own.unlock(MINE);
    await expect(own.put(record('Book-1'))).rejects.toThrow('no database');
    await own.clear();
  });
});
