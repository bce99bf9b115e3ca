// One id by itself and the same id among several take different statements. Whatever was written, by whichever path, on whichever
// process, beside open transactions or not, both show the same to every reader, at once after the commit.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Gate } from 'src/server/access/Gate.ts';
import { LEVELS } from 'src/model/access/levels.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import type { Rooms } from 'src/server/Context.ts';
import { setGrant } from 'src/server/store/grantRows.ts';
import type { Transaction } from 'src/server/store/Database.ts';
import { openWorld, type TestServer, type World } from 'tests/server/doors/openWorld.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

const ROUNDS = 30;
const PEOPLE = ['admin', 'keeper', 'member', 'stranger'];

type Values = Readonly<Record<string, Json>>;

let world: World;
let other: TestServer;
let ids: Record<string, ItemId>;
/** Of every person, on each process. */
const readers: { readonly rooms: Rooms; readonly gate: Gate }[] = [];

const stamp = () => ({ at: new Date(), by: world.ids['admin'] ?? '', actor: undefined });

const change = async ({ items }: Rooms, tx: Transaction, id: ItemId, changes: Values): Promise<void> => {
  const stored = await items.find(tx, id, true);
  if (stored) await items.write(tx, stored, changes, stamp());
};

const write = (rooms: Rooms, id: ItemId, changes: Values): Promise<void> =>
  rooms.database.transaction((tx) => change(rooms, tx, id, changes));

const insert = async (rooms: Rooms, type: string, properties: Values): Promise<ItemId> =>
  (await rooms.database.transaction((tx) => rooms.items.insert(tx, type, properties, stamp()))).id;

const bookOf = (title: string, more: Values = {}): Values => ({
  title,
  shelf: world.ids['shelf'] ?? '',
  $access: 'PUBLIC',
  privateNotes: `notes of ${title}`,
  ...more,
});

// One generator, so that a failing run can be had again.
let seed = 20240601;
const random = (most: number): number => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * most);
};
const oneOf = <T>(values: readonly T[]): T => values[random(values.length)] as T;

const grant = (rooms: Rooms, id: ItemId, actions: readonly string[]): Promise<void> =>
  rooms.database.transaction(async (tx) => {
    const stored = await rooms.items.find(tx, id, true);
    const [principal = 0] = await rooms.gates.principalIds([`user:${world.ids['stranger'] ?? ''}`]);
    if (!stored) return;
    const t = registry.types['Book']?.number ?? 0;
    await setGrant(tx, { t, i: stored.number, principal, grantedBy: stamp().by, actions });
    await rooms.items.refreshReaders(tx, stored);
  });

const WRITES: readonly ((rooms: Rooms, round: number) => Promise<void>)[] = [
  (rooms, round) => write(rooms, ids['book'] ?? '', { title: `Title ${round}` }),
  (rooms) => write(rooms, ids['book'] ?? '', { $access: oneOf(LEVELS) }),
  (rooms) => write(rooms, ids['book'] ?? '', { shelf: world.ids[oneOf(['shelf', 'other'])] ?? '' }),
  (rooms, round) => write(rooms, ids['book'] ?? '', { privateNotes: oneOf([null, `notes ${round}`]), price: round }),
  (rooms) => write(rooms, ids['book'] ?? '', { place: oneOf([null, { type: 'Point', coordinates: [random(90), 5] }]) }),
  (rooms, round) => write(rooms, ids['sequel'] ?? '', { title: `Sequel ${round}` }),
  (rooms) => write(rooms, ids['sequel'] ?? '', { $access: oneOf(LEVELS) }),
  (rooms, round) => write(rooms, world.ids['shelf'] ?? '', { name: `Shelf ${round}` }),
  (rooms) => grant(rooms, ids['book'] ?? '', oneOf([['read'], ['read', 'PRIVATE.read'], []])),
  (rooms, round) => write(rooms, ids['loan'] ?? '', { to: `2024-01-0${1 + (round % 9)}T00:00:00Z` }),
  async (rooms, round) => {
    const gone = ids['sequel'] ?? '';
    await rooms.database.transaction(async (tx) => {
      const stored = await rooms.items.find(tx, gone, true);
      if (stored) await rooms.items.remove(tx, stored, stamp());
    });
    ids['sequel'] = await insert(rooms, 'Book', bookOf(`New sequel ${round}`));
    await write(rooms, ids['book'] ?? '', { sequels: [ids['sequel']] });
  },
];

beforeAll(async () => {
  world = await openWorld();
  other = await world.second();
  const sequel = await insert(world.rooms, 'Book', bookOf('A sequel'));
  const book = await insert(world.rooms, 'Book', bookOf('A book', { sequels: [sequel] }));
  const loan = await insert(world.rooms, 'Loan', { book, borrower: world.ids['member'] ?? '' });
  ids = { sequel, book, loan };
  // Every set of readers that the writes below can make, so that no gate has still to hear of one.
  for (const shelf of ['other', 'shelf'])
    for (const $access of LEVELS)
      for (const actions of [['read'], ['read', 'PRIVATE.read'], []]) {
        await write(world.rooms, book, { shelf: world.ids[shelf] ?? '', $access, price: 1, privateNotes: 'x' });
        await grant(world.rooms, book, actions);
      }
  const acls = await world.rooms.database.query<{ id: number }>('select id from acl');
  for (const { rooms } of [world, other]) {
    await rooms.gates.learn(acls.map(({ id }) => id));
    for (const name of PEOPLE) {
      const subject = await rooms.sessions.subjectOf(world.ids[name] ?? '');
      if (subject) readers.push({ rooms, gate: await rooms.gates.gateFor(subject) });
    }
  }
});
afterAll(() => world.stop());

const nothing = 'Book-1999999999';

const readAll = (more: readonly ItemId[]): Promise<Item[][]> =>
  Promise.all(
    readers.flatMap(({ rooms, gate }) =>
      Object.values(ids).map((id) =>
        rooms.items.readVisible(rooms.database, gate, [id, ...more], { labels: true, through: undefined }),
      ),
    ),
  );

const compare = async (round: number): Promise<void> => {
  expect(await readAll([]), `round ${round}`).toEqual(await readAll([nothing]));
};

it(
  '[ITEM-06] [PERM-01] one item read by itself is as it is among several, after every kind of write and beside open ones',
  { timeout: 120_000 },
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { rooms } = oneOf([world, other]);
      if (round % 5 !== 0) {
        await oneOf(WRITES)(rooms, round);
        await compare(round);
        continue;
      }
      // A transaction that has its number in the feed already, and commits (or not) after later ones.
      let end = (): void => undefined;
      const held = new Promise<void>((resolve) => (end = resolve));
      let written = (): void => undefined;
      const begun = new Promise<void>((resolve) => (written = resolve));
      const slow = rooms.database.transaction(async (tx) => {
        await change(rooms, tx, ids['sequel'] ?? '', { title: `Slow ${round}`, $access: 'PUBLIC' });
        written();
        await held;
        if (round % 2 === 0) throw new Error('taken back');
      });
      await begun;
      await compare(round);
      await write(oneOf([world, other]).rooms, ids['book'] ?? '', { title: `Beside ${round}` });
      await compare(round);
      end();
      await slow.catch(() => undefined);
      await compare(round);
    }
  },
);
