// Features of a file as items of a collection, by a task: each by the rules of a new item, refused ones are listed with their reasons; the
// task continues after a kill without duplicates or gaps, and can be undone.

import { once } from 'node:events';
import { beforeAll, expect, it } from 'vitest';
import type { ItemId, Json, Values } from 'src/model/item/Item.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';
import { collection, feature, point, polygon, shapefile, zip } from 'tests/server/geoFiles/makeFiles.ts';
import { uploadFile } from 'tests/server/geoFiles/uploadFile.ts';
import { signIn, type World } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';
import { useTaskWorld } from 'tests/server/tasks/useTaskWorld.ts';

type Body = Record<string, Json>;

const tasks = useTaskWorld();
const { startQueue, over, fetchResult } = tasks;
let world: World;
let keeper: TestSocket;
let token: string;
beforeAll(() => {
  ({ world, keeper, token } = tasks);
});

const shelfNumber = (): number => Number(world.ids['shelf']?.split('-').at(-1));
const asked = (more: Body): Body => ({
  ...{ _t: 'Shelf', _i: shelfNumber(), type: 'Book', layers: [0], columns: [] },
  ...more,
});
const begin = (more: Body, as?: TestSocket): Promise<string> => tasks.begin('importFeatures', asked(more), as);
const made = async (key: string): Promise<StoredItem[]> => {
  const rows = await world.services.database.query<{ id: ItemId }>(
    `select id from task_item where task = $1 and id <> '' order by n`,
    [key],
  );
  return rows.length === 0
    ? []
    : await world.services.items.findMany(
        world.services.database,
        rows.map(({ id }) => id),
      );
};
const found = async (text: string): Promise<number> =>
  (await keeper.ask('search/ids', { text, must: { _t: ['Book'] } })).b as unknown as number;

const square = (west: number): Json =>
  polygon([west, 49], [west + 0.1, 49], [west + 0.1, 49.1], [west, 49.1], [west, 49]) as unknown as Json;

it('[SPAT-01] features of a shapefile become items with the rights of their collection, refused ones are listed in a table, and all can be undone', async () => {
  const features = [
    feature({ NAME: 'First', YEAR: 1921, FRAGILE: 'yes', OTHER: 'x' }, square(-123)),
    feature({ NAME: 'Wrong year', YEAR: 5_000 }, square(-122)),
    feature({ NAME: '=1+1', YEAR: 1 }, null),
    feature({ YEAR: 1930 }, square(-121)),
  ];
  const upload = await uploadFile(world.url, token, await zip(await shapefile(features, { crs: 'epsg:3005' })));
  await startQueue();
  await world.services.database.query(
    `insert into locale_override (language, key, text) values ('fr', 'geoFile.noGeometry', 'Cette ligne n’a pas de lieu.')`,
  );
  const columns = [
    { from: 'YEAR', to: 'year' },
    { from: 'FRAGILE', to: 'fragile' },
  ];
  const key = await begin({ upload, title: 'NAME', columns, language: 'fr' });
  const task = await over(key);
  expect(task).toMatchObject({ state: 'DONE', done: 4, total: 4, counts: { changed: 2, refused: 2 }, undoable: true });
  expect(task.keyItem).toBe(world.ids['shelf']);
  const items = await made(key);
  expect(items.map(({ properties }) => properties)).toMatchObject([
    { title: 'First', year: 1921, fragile: true, shelf: world.ids['shelf'] },
    { title: 'North shelf 4', year: 1930 },
  ]);
  const table = await (await fetchResult(key)).text();
  expect(table.split('\r\n')[0]).toContain('Row,Layer,Why it was refused');
  expect(table).toContain('Wrong year');
  expect(table).toContain("Cette ligne n’a pas de lieu.,'=1+1");
  const refusals = (await keeper.ask('act/taskRefusals', { taskKey: key })).b as unknown as { reasons: Body[] };
  expect(refusals.reasons.map(({ count }) => count)).toEqual([1, 1]);

  const [first] = items;
  await keeper.ask('update', { $id: first?.id ?? '', _u: first?.u ?? 0, title: 'Touched' });
  expect(await over(await tasks.begin('undoMany', { taskKey: key }))).toMatchObject({
    counts: { changed: 1, refused: 1 },
  });
  const left = await world.services.items.findMany(
    world.services.database,
    items.map(({ id }) => id),
  );
  expect(left.map(({ properties }) => properties['title'])).toEqual(['Touched']);
});

it('[SPAT-01] the collection that was made for an import goes with it when it is taken back, while it holds nothing else', async () => {
  const content = collection([feature({ name: 'A' }, point(-123, 49)), feature({ name: 'B' }, point(-123, 48))]);
  await startQueue();
  const adminToken = await signIn(world.url, 'admin');
  const admin = await TestSocket.as(world.url, adminToken);
  const importedInto = async (name: string) => {
    const upload = await uploadFile(world.url, adminToken, content);
    const { $id } = (await admin.ask('create/Shelf', { name })).b as { $id: string };
    const into = { _i: Number($id.split('-')[1]), upload, newCollection: true };
    const key = await begin(into, admin);
    expect(await over(key)).toMatchObject({ state: 'DONE', counts: { changed: 2 } });
    return { $id, key };
  };
  const takenBack = async (key: string): Promise<unknown> => {
    const undo = await tasks.begin('undoMany', { taskKey: key }, admin);
    return (await over(undo)).counts;
  };
  const isThere = async (id: string): Promise<boolean> => (await admin.ask(`read/${id}`)).erred === undefined;

  const alone = await importedInto('Made for it');
  expect(await takenBack(alone.key)).toMatchObject({ changed: 3, refused: 0 });
  expect(await isThere(alone.$id)).toBe(false);

  const shared = await importedInto('Holds another');
  await admin.ask('create/Book', { title: 'By hand', shelf: shared.$id });
  expect(await takenBack(shared.key)).toMatchObject({ changed: 2, refused: 1 });
  expect(await isThere(shared.$id)).toBe(true);
  admin.close();
});

it('[PERM-01] what may not be imported is refused before anything is made', async () => {
  const upload = await uploadFile(world.url, token, collection([feature({ name: 'A' }, point(-123, 49))]));
  const refused = async (more: Body, socket = keeper): Promise<unknown> => {
    const { b } = await socket.ask('act/importFeatures/async', asked({ upload, ...more }));
    const { userMessage, params } = b as { userMessage?: string; params?: { errors: { path: string }[] } };
    return params?.errors[0]?.path ?? userMessage;
  };
  const stranger = await TestSocket.as(world.url, await signIn(world.url, 'stranger'));
  const member = await TestSocket.as(world.url, await signIn(world.url, 'member'));
  const theirs = await uploadFile(world.url, await signIn(world.url, 'member'), collection([]));
  expect(await refused({ upload: theirs }, member)).toBe('notAllowed');
  expect(await refused({}, stranger)).toBe('notAllowed');
  expect(await refused({ upload: theirs })).toBe('/upload');
  expect(await refused({ _t: 'Book', _i: Number(world.ids['PUBLIC']?.split('-').at(-1)) })).toBe('/type');
  expect(await refused({ type: 'Loan' })).toBe('/type');
  for (const to of ['shelf', 'title', 'place', 'files', 'nothing', '__proto__'])
    expect(await refused({ columns: [{ from: 'name', to }] })).toBe('/columns/0/to');
  stranger.close();
  member.close();
});

it('[SPAT-01] names and values that no database keeps, and more columns than a table has, stop no import', async () => {
  const odd = { 'a\u0000b': 'nothing', 'c\ud800': '\udc00', d: 'e\u0000' };
  const own = Array.from({ length: 300 }, (_, n) => feature({ [`first ${n}`]: 'x', [`second ${n}`]: 'y' }, null));
  const features = [feature(odd, null), feature({ ...odd, name: 'Kept' }, point(-123, 49)), ...own];
  const upload = await uploadFile(world.url, token, collection(features));
  await startQueue();
  const key = await begin({ upload, title: 'name' });
  expect(await over(key)).toMatchObject({ state: 'DONE', counts: { changed: 1, refused: 301 } });
  expect((await made(key)).map(({ properties }) => properties['title'])).toEqual(['Kept']);
  const lines = (await (await fetchResult(key)).text()).trim().split('\r\n');
  expect([lines.length, lines[0]?.split(',').slice(3, 7)]).toEqual([302, ['d', 'ab', 'c\ufffd', 'first 0']]);
  // Each row may have its own columns, so the table could grow with the square of the rows.
  expect(lines[0]?.split(',').length).toBeLessThan(300);
});

it('[SPAT-01] an import goes on after a kill, makes each item once, and stops when it is stopped', async () => {
  const many = 500;
  const features = Array.from({ length: many }, (_, n) => feature({ name: `Cove ${n}` }, point(-130 + n / 1e3, 52)));
  const upload = await uploadFile(world.url, token, collection(features));
  const child = await tasks.startProcess();
  const key = await begin({ upload, title: 'name' });
  await expect.poll(async () => (await made(key)).length, { timeout: 60_000, interval: 20 }).toBeGreaterThan(50);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const before = (await made(key)).length;
  expect(before).toBeLessThan(many);
  await startQueue();
  expect(await over(key)).toMatchObject({ state: 'DONE', counts: { changed: many, refused: 0 } });
  const titles = (await made(key)).map(({ properties }) => properties['title']);
  expect([titles.length, new Set(titles).size]).toEqual([many, many]);
  expect(await found('Cove 7')).toBeDefined();

  const again = await begin({ upload, title: 'name' });
  await expect.poll(async () => (await made(again)).length, { timeout: 60_000, interval: 10 }).toBeGreaterThan(0);
  await keeper.ask('act/importFeatures/asyncCancel', {} satisfies Values);
  const stopped = await over(again);
  expect(stopped).toMatchObject({ state: 'STOPPED', undoable: true });
  expect(stopped.counts?.changed).toBe((await made(again)).length);
});
