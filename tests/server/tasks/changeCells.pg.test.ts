// Cells of a table: texts of a pasted block, read by the kinds of their columns, and the task that gives each record its own values.

import { beforeAll, expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import type { World } from 'tests/server/routes/openWorld.ts';
import type { TestSocket } from 'tests/server/routes/TestSocket.ts';
import { useTaskWorld } from 'tests/server/tasks/useTaskWorld.ts';

type Body = Record<string, Json>;

const tasks = useTaskWorld();
const { startQueue, change, begin, over } = tasks;
let world: World;
let keeper: TestSocket;
beforeAll(() => {
  ({ world, keeper } = tasks);
});

const makeBook = async (title: string, more: Body = {}): Promise<ItemId> => {
  const { services, ids } = world;
  const by = { at: new Date(), by: ids['admin'] ?? '', actor: undefined };
  const values = { title, shelf: ids['shelf'] ?? '', $access: 'PUBLIC', state: 'DRAFT', year: 1900, ...more };
  return await services.database.transaction(async (tx) => (await services.items.insert(tx, 'Book', values, by)).id);
};

const valuesOf = async (id: ItemId): Promise<Body> =>
  (await world.services.items.find(world.services.database, id))?.properties as Body;

interface ReadCells {
  readonly rows: readonly {
    id: string;
    u: number;
    set: Body;
    refused: readonly { column: number; message: string }[];
  }[];
}

const read = async (columns: readonly string[], rows: readonly { id: string; texts: readonly string[] }[]) =>
  (
    (await keeper.ask('act/readCells', { type: 'Book', language: 'en', columns: [...columns], rows: rows as Json }))
      .b as unknown as ReadCells
  ).rows;

it('[FORM-04] reads the texts of a block by the kind of each column, and names the cells that have no such value', async () => {
  const sequel = await makeBook('Amber sequel');
  const book = await makeBook('Block book');
  const columns = ['year', 'weight', 'fragile', 'bought', 'printed', 'genres', 'sequels', 'state', 'email', 'shelf'];
  const [good] = await read(columns, [
    {
      id: book,
      texts: [
        '1999',
        '12.5',
        'Yes',
        '2024-03-07',
        'about 1910',
        'Songs; ATLAS',
        'Amber sequel',
        'Active',
        'a@b.org',
        '',
      ],
    },
  ]);
  expect(good?.set).toEqual({
    ...{ year: 1999, weight: 12.5, fragile: true, bought: '2024-03-07', printed: '1910~', genres: ['SONGS', 'ATLAS'] },
    ...{ sequels: [sequel], state: 'ACTIVE', email: 'a@b.org' },
  });
  // A required value cannot be removed.
  expect(good?.refused).toMatchObject([{ column: 9, message: 'errors.required' }]);
  const [bad] = await read(columns, [
    {
      id: book,
      texts: ['many', '-1', 'perhaps', 'soon', 'x', 'Nothing', 'No such book', 'LOST', 'no address', 'Nowhere'],
    },
  ]);
  expect(bad?.set).toEqual({});
  expect([...new Set(bad?.refused.map(({ column }) => column))].toSorted((one, two) => one - two)).toEqual([
    ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  ]);
});

it('[FORM-04] separates the values of a cell by semicolons, line breaks, and commas where the whole is no value', async () => {
  const comma = await makeBook('Moss, and lichen');
  const [lichen, book] = [await makeBook('Lichen only'), await makeBook('Several values')];
  const readOne = async (genres: string, sequels: string) =>
    (await read(['genres', 'sequels'], [{ id: book, texts: [genres, sequels] }]))[0];
  const both = { genres: ['SONGS', 'ATLAS'], sequels: [comma, lichen] };
  expect((await readOne('Songs, ATLAS', 'Moss, and lichen; Lichen only'))?.set).toEqual(both);
  expect((await readOne('Songs\nATLAS', 'Moss, and lichen\r\nLichen only'))?.set).toEqual(both);
  expect((await readOne('Songs', 'Moss, and lichen'))?.set).toEqual({ genres: ['SONGS'], sequels: [comma] });
  expect((await readOne('Songs, Nothing', ''))?.refused).toMatchObject([{ column: 0, params: { value: 'Nothing' } }]);
});

it('[TASK-01] reads nothing of records that the person may not see, and refuses columns that cannot be filled', async () => {
  const hidden = await makeBook('Hidden book', { shelf: world.ids['other'] ?? '', $access: 'PRIVATE' });
  const book = await makeBook('Plain book');
  const rows = await read(
    ['year', '$label'],
    [
      { id: hidden, texts: ['1999', ''] },
      { id: book, texts: ['1900', 'New name'] },
    ],
  );
  expect(rows).toMatchObject([{ id: book, set: {}, refused: [{ column: 1, message: 'errors.readOnly' }] }]);
});

it('[TASK-01] gives each record its own values, refuses what changed since, and takes everything back', async () => {
  await startQueue();
  const [first, second, foreign] = [
    await makeBook('First'),
    await makeBook('Second', { weight: 3 }),
    await makeBook('Foreign', { shelf: world.ids['other'] ?? '' }),
  ];
  await change(second, { weight: 4 });
  const key = await begin('changeCells', {
    rows: [
      { id: first, u: 1, set: { year: 1951, weight: 2 } },
      { id: second, u: 1, set: { year: 1952 } },
      { id: foreign, u: 1, set: { year: 1953 } },
    ],
  });
  expect(await over(key)).toMatchObject({ state: 'DONE', undoable: true, counts: { changed: 2, refused: 1 } });
  expect(await valuesOf(first)).toMatchObject({ year: 1951, weight: 2 });
  // Another property has changed since, which is no conflict.
  expect(await valuesOf(second)).toMatchObject({ year: 1952, weight: 4 });
  expect(await valuesOf(foreign)).toMatchObject({ year: 1900 });
  const conflict = await begin('changeCells', { rows: [{ id: second, u: 1, set: { weight: 9 } }] });
  expect(await over(conflict)).toMatchObject({ counts: { changed: 0, refused: 1 } });
  const back = await begin('undoMany', { taskKey: key });
  expect(await over(back)).toMatchObject({ counts: { changed: 2 } });
  expect(await valuesOf(first)).toMatchObject({ year: 1900 });
  expect((await valuesOf(first))['weight']).toBeUndefined();
  const twice = await keeper.ask('act/changeCells/async', {
    rows: [
      { id: first, u: 3, set: { year: 1 } },
      { id: first, u: 3, set: { year: 2 } },
    ],
  });
  expect((twice.b as { userMessage?: Json }).userMessage).toBe('invalid');
});
