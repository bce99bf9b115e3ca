// Actions on many items as tasks: each item by its own rules, with exact counts and reasons; stopped, killed, resumed and undone exactly.

import { beforeAll, expect, it } from 'vitest';
import type { Envelope, TaskState } from 'src/model/generated/wire.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import { signIn, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';
import { useTaskWorld } from 'tests/server/tasks/useTaskWorld.ts';

/** A third of them may not be changed by who asks. `npm run drill:bulk` takes 5,000. */
const MANY = Number(process.env['BULK_ITEMS'] ?? 600);
const PATIENCE = { interval: 10, timeout: 60_000 + 60 * MANY };

type Body = Record<string, Json>;

const tasks = useTaskWorld({}, PATIENCE.timeout);
const { startQueue, stopQueue, change: write, begin, state, over } = tasks;
let world: World;
let keeper: TestSocket;
let books: ItemId[];
beforeAll(() => {
  ({ world, keeper } = tasks);
});
const by = () => ({ at: new Date(), by: world.ids['admin'] ?? '', actor: undefined });

/** Every third is on a shelf that the keeper has no rights in, and is public. */
const makeBooks = async (count: number, more: Body = {}): Promise<ItemId[]> => {
  const { services, ids } = world;
  return await services.database.transaction(async (tx) => {
    const made: ItemId[] = [];
    for (let n = 0; n < count; n += 1) {
      const shelf = ids[n % 3 === 2 ? 'other' : 'shelf'] ?? '';
      const values = { title: `Book ${n}`, shelf, $access: 'PUBLIC', state: 'DRAFT', year: 1900, ...more };
      made.push((await services.items.insert(tx, 'Book', values, by())).id);
    }
    return made;
  });
};
const stored = async (ids: readonly ItemId[] = books): Promise<StoredItem[]> =>
  world.services.items.findMany(world.services.database, ids);
const mine = (ids: readonly ItemId[] = books): ItemId[] => ids.filter((_, n) => n % 3 !== 2);

const refusal = ({ b }: Envelope): unknown => (b as { userMessage?: Json }).userMessage;
const handled = async (key: string): Promise<number> =>
  (await world.services.database.query(`select 1 from task_item where task = $1 and state <> 'w'`, [key])).length;
interface Reasons {
  readonly reasons: readonly { readonly reason: string; readonly count: number; readonly items: readonly Json[] }[];
}
/** Prints the duration of a drill, for docs/OPERATIONS.md. */
const timed = async (what: string, work: Promise<TaskState>): Promise<TaskState> => {
  const began = performance.now();
  const ended = await work;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  if (process.env['BULK_ITEMS'] !== undefined)
    process.stdout.write(`${what}: ${MANY} in ${seconds} s ${JSON.stringify(ended.counts)}\n`);
  return ended;
};
const reasons = async (key: string): Promise<Reasons['reasons']> =>
  ((await keeper.ask('act/taskRefusals', { taskKey: key })).b as unknown as Reasons).reasons;

it('[TASK-01] changes what may be changed and says why not the rest; another task takes exactly that back', async () => {
  await startQueue();
  books = await makeBooks(9);
  const [first = '', second = '', foreign = ''] = books;
  const hidden = (await makeBooks(3, { $access: 'PRIVATE' }))[2] ?? '';
  const key = await begin('changeMany', { ids: [...books, first, hidden, 'Book-99999'], set: { year: 2000 } });
  expect(await over(key)).toMatchObject({
    state: 'DONE',
    ...{ done: 11, total: 11, undoable: true, percentageComplete: 100 },
    counts: { changed: 6, unchanged: 0, refused: 5 },
  });
  expect(await reasons(key)).toEqual([
    { reason: 'errors.notAllowed', count: 3, items: expect.arrayContaining([{ $id: foreign, label: 'Book 2' }]) },
    {
      reason: 'errors.notFound',
      count: 2,
      items: [
        { $id: hidden, label: null },
        { $id: 'Book-99999', label: null },
      ],
    },
  ]);
  expect((await stored()).map(({ properties }) => properties['year'])).toEqual([
    ...[2000, 2000, 1900, 2000, 2000, 1900, 2000, 2000, 1900],
  ]);
  const { events } = (await keeper.ask(`history/${first}`)).b as { events: readonly { by: string }[] };
  expect(events[0]).toMatchObject({ by: world.ids['keeper'] });
  // Another person has changed one of them since, and another property of a second one.
  await keeper.ask('update', { $id: first, _u: 2, year: 1950 });
  await keeper.ask('update', { $id: second, _u: 2, title: 'Renamed' });
  const undo = await begin('undoMany', { taskKey: key });
  expect(await over(undo)).toMatchObject({ state: 'DONE', counts: { changed: 5, unchanged: 0, refused: 1 } });
  expect(await reasons(undo)).toMatchObject([{ reason: 'bulk.changedSince', count: 1, items: [{ $id: first }] }]);
  expect((await state(key)).undoable).toBeUndefined();
  const after = await stored();
  expect(after.map(({ properties }) => properties['year'])).toEqual([1950, ...Array.from({ length: 8 }, () => 1900)]);
  expect(after[1]?.properties['title']).toBe('Renamed');
  expect((await over(await begin('undoMany', { taskKey: key }))).counts?.changed).toBe(0);
});

it('[TASK-01] takes the results of a search at that moment, adds to lists and takes from them, and skips items that already match', async () => {
  books = await makeBooks(6, { title: 'Quillwork' });
  const [one = '', two = ''] = books;
  const [sequel = '', another = ''] = [world.ids['PUBLIC'], world.ids['COMMUNITY']];
  await keeper.ask('update', { $id: one, _u: 1, sequels: [sequel] });
  await stopQueue();
  const query = { must: { _t: ['Book'], text: ['Quillwork'] } };
  const key = await begin('changeMany', { query, add: { sequels: sequel } });
  const later = await makeBooks(1, { title: 'Quillwork' });
  // Another person adds a value before the task reaches the item: both values stay.
  await keeper.ask('update', { $id: two, _u: 1, sequels: [another] });
  await startQueue();
  expect(await over(key)).toMatchObject({ total: 6, counts: { changed: 3, unchanged: 1, refused: 2 } });
  expect((await stored([one, two, ...later])).map(({ properties }) => properties['sequels'])).toEqual([
    [sequel],
    [another, sequel],
    undefined,
  ]);
  const back = await begin('changeMany', { ids: [one, two], take: { sequels: sequel } });
  expect((await over(back)).counts?.changed).toBe(2);
  expect((await stored([one, two])).map(({ properties }) => properties['sequels'])).toEqual([undefined, [another]]);
});

it('[TASK-01] refuses values that another user has changed since the task began, and merges the rest', async () => {
  books = mine(await makeBooks(5));
  const [one = '', two = ''] = books;
  await stopQueue();
  const change = await begin('changeMany', { ids: books, set: { year: 2001 } });
  const admin = await TestSocket.as(world.url, await signIn(world.url, 'admin'));
  await admin.ask('update', { $id: one, _u: 1, year: 1999 });
  await admin.ask('update', { $id: two, _u: 1, title: 'Another title' });
  await startQueue();
  expect(await over(change)).toMatchObject({ counts: { changed: 3, unchanged: 0, refused: 1 } });
  expect(await reasons(change)).toMatchObject([{ reason: 'bulk.changedSince', items: [{ $id: one }] }]);
  await stopQueue();
  const remove = await begin('deleteMany', { ids: books });
  await admin.ask('update', { $id: two, _u: 3, title: 'A third title' });
  await startQueue();
  expect(await over(remove)).toMatchObject({ counts: { changed: 3, unchanged: 0, refused: 1 } });
  expect((await stored()).map(({ id }) => id)).toEqual([two]);
  admin.close();
});

it('[TASK-01] goes no further with a right that is taken away, and refuses what is no act at all', async () => {
  const { ids, services } = world;
  books = mine(await makeBooks(30));
  await stopQueue();
  const key = await begin('changeMany', { ids: books, set: { year: 2002 } });
  const user = await services.items.find(services.database, ids['keeper'] ?? '');
  const memberships = user?.properties['memberships'] ?? null;
  const setUser = (values: Body): Promise<unknown> => write(ids['keeper'] ?? '', values);
  await setUser({ memberships: [{ owner: ids['shelf'] ?? '', reads: 'PRIVATE' }] });
  await startQueue();
  expect(await over(key)).toMatchObject({ counts: { changed: 0, unchanged: 0, refused: 20 } });
  await setUser({ memberships });
  const refused: Body[] = [
    { set: { year: 1 } },
    { ids: books, query: {} },
    { query: { max: 'all' } },
    { ids: 'Book-1' },
  ];
  for (const input of refused) expect(refusal(await keeper.ask('act/changeMany/async', input))).toBe('invalid');
});

it('[TASK-01] half of it done, stopped, undone: every item is exactly as it was, or changed once', async () => {
  books = await makeBooks(MANY);
  const key = await begin('changeMany', { ids: books, set: { year: 2010 } });
  await expect.poll(() => handled(key), PATIENCE).toBeGreaterThan(MANY / 2);
  await keeper.ask(`act/changeMany/asyncCancel/${key}`);
  const { counts, done = 0, ...stopped } = await over(key);
  expect(stopped).toMatchObject({ state: 'STOPPED', undoable: true, total: MANY });
  expect(done).toBeLessThan(MANY);
  const changed = mine(books.slice(0, done));
  expect(counts).toEqual({ changed: changed.length, unchanged: 0, refused: done - changed.length });
  const was = new Set(changed);
  for (const { id, u, properties } of await stored())
    expect([id, u, properties['year']]).toEqual([id, was.has(id) ? 2 : 1, was.has(id) ? 2010 : 1900]);
  // An undo that is ended on the way leaves the rest, for which it is offered again.
  const undo = await begin('undoMany', { taskKey: key });
  await expect.poll(() => handled(undo), PATIENCE).toBeGreaterThan(0);
  await keeper.ask(`activeTask/${undo}/killTask`);
  const { state: ending, counts: before } = await over(undo);
  expect([ending, (await state(key)).undoable]).toEqual(['STOPPED', true]);
  const rest = changed.length - (before?.changed ?? 0);
  expect(rest).toBeGreaterThan(0);
  const undone = await over(await begin('undoMany', { taskKey: key }));
  expect(undone.counts).toEqual({ changed: rest, unchanged: 0, refused: 0 });
  expect((await state(key)).undoable).toBeUndefined();
  for (const { id, u, properties } of await stored())
    expect([id, u, properties['year']]).toEqual([id, was.has(id) ? 3 : 1, 1900]);
});

it('[TASK-01] its process killed half way, another goes on: nothing is done twice, and the deletion of all is taken back', async () => {
  await stopQueue();
  books = await makeBooks(MANY);
  const killed = async (action: string, input: Body): Promise<TaskState> => {
    const child = await tasks.startProcess();
    const key = await begin(action, input);
    await expect.poll(() => handled(key), PATIENCE).toBeGreaterThan(MANY / 10);
    child.kill('SIGKILL');
    expect(await handled(key)).toBeLessThan(MANY);
    await startQueue();
    const ended = await over(key);
    await stopQueue();
    return ended;
  };
  const counts = { changed: mine().length, unchanged: 0, refused: MANY - mine().length };
  const change = killed('changeMany', { ids: books, set: { year: 2020 } });
  expect(await timed('changed, its process killed once', change)).toMatchObject({ state: 'DONE', counts });
  for (const [n, { u, properties }] of (await stored()).entries())
    expect([n, u, properties['year']]).toEqual([n, n % 3 === 2 ? 1 : 2, n % 3 === 2 ? 1900 : 2020]);
  await startQueue();
  const removed = await begin('deleteMany', { ids: books });
  expect(await timed('deleted without a break', over(removed))).toMatchObject({ state: 'DONE', counts });
  await stopQueue();
  expect(await stored(mine())).toEqual([]);
  const undone = await timed('taken back, its process killed once', killed('undoMany', { taskKey: removed }));
  expect(undone).toMatchObject({ state: 'DONE', counts: { changed: mine().length, unchanged: 0, refused: 0 } });
  expect((await stored()).map(({ id, properties }) => [id, properties['year']])).toEqual(
    books.map((id, n) => [id, n % 3 === 2 ? 1900 : 2020]),
  );
}, 120_000);
