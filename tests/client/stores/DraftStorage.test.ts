// Where drafts are kept, in a real database engine and in text.
import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, it } from 'vitest';
import { createDraftStorage } from 'src/client/stores/DraftStorage.ts';
import type { DraftRecord } from 'src/client/stores/DraftRecord.ts';
import { memoryStorage } from 'stories/scripted/scriptedEnvironment.ts';

const record = (user: string, key: string, changes: DraftRecord['changes'] = {}, tab = 'one'): DraftRecord => ({
  user,
  key,
  tab,
  type: 'Book',
  id: undefined,
  base: {},
  changes,
  pending: undefined,
  at: 1,
});

const refusing = {
  open: () => {
    throw new Error('refused');
  },
} as unknown as IDBFactory;

describe.each([
  ['a database', () => createDraftStorage(new IDBFactory(), undefined)],
  ['local storage', () => createDraftStorage(undefined, memoryStorage())],
  ['local storage when the database is refused', () => createDraftStorage(refusing, memoryStorage())],
  ['memory', () => createDraftStorage(undefined, undefined)],
])('DraftShelf in %s', (_name, make) => {
  it('keeps one record for each user, key and tab', async () => {
    const shelf = make();
    await shelf.put(record('User-1', 'Book-1', { title: 'a' }));
    await shelf.put(record('User-1', 'Book-1', { title: 'b' }));
    await shelf.put(record('User-2', 'Book-1', { title: 'c' }));
    expect((await shelf.list('User-1')).map(({ changes }) => changes)).toEqual([{ title: 'b' }]);
    await shelf.put(record('User-1', 'Book-1', { title: 'd' }, 'two'));
    await shelf.remove({ user: 'User-1', key: 'Book-1', tab: 'one' });
    expect((await shelf.list('User-1')).map(({ changes }) => changes)).toEqual([{ title: 'd' }]);
    await shelf.remove({ user: 'User-1', key: 'Book-1', tab: 'two' });
    expect(await shelf.list('User-1')).toEqual([]);
    expect(await shelf.list('User-2')).toHaveLength(1);
  });
});

describe('DraftShelf', () => {
  it('finds the records of an earlier visit', async () => {
    const databases = new IDBFactory();
    await createDraftStorage(databases, undefined).put(record('User-1', 'Book-1'));
    expect(await createDraftStorage(databases, undefined).list('User-1')).toHaveLength(1);
  });

  it('passes over what another version has written', async () => {
    const storage = memoryStorage();
    storage.setItem('drafts', JSON.stringify([record('User-1', 'a'), { user: 'User-1', key: 7 }, 'x', null]));
    expect(await createDraftStorage(undefined, storage).list('User-1')).toHaveLength(1);
    storage.setItem('drafts', 'not json');
    expect(await createDraftStorage(undefined, storage).list('User-1')).toEqual([]);
  });
});
