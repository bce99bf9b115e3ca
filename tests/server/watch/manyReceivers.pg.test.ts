// A change that many people watch is read once for all their different rights: the number of statements does not grow with the receivers.

import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Subject } from 'src/model/access/Subject.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { testDatabase, type TestDatabase } from 'tests/server/harness/testDatabase.ts';
import { openProcess, settle, Shadow, write, type People, type Process } from 'tests/sync/liveWorld.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

/** Receivers of each kind of reader. */
const EACH = 25;

let test: TestDatabase;
let process: Process;
let people: People;
let book: ItemId;
beforeAll(async () => {
  test = await testDatabase(registry);
  process = await openProcess(test.database);
  people = await settle(process);
  const values = { shelf: people.first, title: 'Watched', $access: 'COMMUNITY', price: 3, privateNotes: 'CANARYnote' };
  book = (await write.insert(process, 'Book', values, people.creator)).id;
  await process.feed.settled();
});
afterAll(async () => {
  await process.stop();
  await test.stop();
});

const READERS = ['community', 'protectedReader', 'privateReader', 'both'] as const;

/** People with the same rights and principals of their own. */
const crowd = (name: string, count: number): readonly Subject[] => {
  const subject = people.subjects.get(name);
  if (!subject) throw new Error(`There is no ${name}`);
  return Array.from({ length: count }, (_, at) => ({
    ...subject,
    userId: `User-${1000 * (at + 1)}${subject.userId?.slice(5) ?? ''}`,
  }));
};

const watch = async (count: number): Promise<ReadonlyMap<string, readonly Shadow[]>> => {
  const receivers = new Map<string, readonly Shadow[]>();
  for (const name of READERS) {
    const shadows = await Promise.all(
      crowd(name, count).map(async (subject) => new Shadow(name, await process.readFilters.readFilterFor(subject))),
    );
    for (const shadow of shadows) process.watches.add(shadow);
    await Promise.all(shadows.map((shadow) => process.watches.watchItem(shadow, book, undefined)));
    receivers.set(name, shadows);
  }
  return receivers;
};

const pushed = async (count: number, title: string) => {
  const receivers = await watch(count);
  const spy = vi.spyOn(process.database, 'query');
  await write.change(process, book, { title, privateNotes: `CANARY ${title}` }, people.creator);
  await process.feed.settled();
  const statements = spy.mock.calls.filter(([text]) => /item_|label/.test(text)).length;
  spy.mockRestore();
  for (const shadow of [...receivers.values()].flat()) process.watches.remove(shadow);
  return { receivers, statements };
};

it('[ITEM-07] pushes a save to a hundred people by as many statements as to four', async () => {
  await pushed(1, 'First');
  const few = await pushed(1, 'Few');
  const many = await pushed(EACH, 'Many');
  expect(few.statements).toBeGreaterThan(0);
  expect(many.statements).toBe(few.statements);
  for (const [name, shadows] of many.receivers)
    for (const { frames } of shadows) {
      expect(frames[0], name).toContain('Many');
      expect(frames.join().includes('CANARY Many'), name).toBe(name === 'privateReader');
      expect(frames).toEqual(shadows[0]?.frames);
    }
});

it('[ITEM-07] starts a hundred watches by a few statements', async () => {
  const shadows = await Promise.all(
    READERS.flatMap((name) => crowd(name, EACH)).map(
      async (subject) => new Shadow('many', await process.readFilters.readFilterFor(subject)),
    ),
  );
  for (const shadow of shadows) process.watches.add(shadow);
  const spy = vi.spyOn(process.database, 'query');
  await Promise.all(shadows.map((shadow) => process.watches.watchItem(shadow, book, undefined)));
  expect(spy.mock.calls.length).toBeLessThan(10);
  spy.mockRestore();
  for (const shadow of shadows) process.watches.remove(shadow);
});
