// Reading one id and reading several ids use different statements. After any write, by any path and on any process, also during open
// transactions, both return the same to every reader immediately after the commit.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import { LEVELS } from 'src/model/access/levels.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import type { Services } from 'src/server/modules.ts';
import { setGrant } from 'src/server/store/grantRows.ts';
import type { Transaction } from 'src/server/store/database.ts';
import { openWorld, type TestServer, type World } from 'tests/server/routes/openWorld.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

const ROUNDS = 30;
const PEOPLE = ['admin', 'keeper', 'member', 'stranger'];

type Values = Readonly<Record<string, Json>>;

let world: World;
let other: TestServer;
let ids: Record<string, ItemId>;
/** Read filters of every person on each process. */
const readers: { readonly services: Services; readonly readFilter: ReadFilter }[] = [];

const stamp = () => ({ at: new Date(), by: world.ids['admin'] ?? '', actor: undefined });

const change = async ({ items }: Services, tx: Transaction, id: ItemId, changes: Values): Promise<void> => {
  const stored = await items.find(tx, id, true);
  if (stored) await items.write(tx, stored, changes, stamp());
};

const write = (services: Services, id: ItemId, changes: Values): Promise<void> =>
  services.database.transaction((tx) => change(services, tx, id, changes));

const insert = async (services: Services, type: string, properties: Values): Promise<ItemId> =>
  (await services.database.transaction((tx) => services.items.insert(tx, type, properties, stamp()))).id;

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

const grant = (services: Services, id: ItemId, actions: readonly string[]): Promise<void> =>
  services.database.transaction(async (tx) => {
    const stored = await services.items.find(tx, id, true);
    const to = `user:${world.ids['stranger'] ?? ''}`;
    await services.readFilters.principalIds([to]);
    if (!stored) return;
    const t = registry.types['Book']?.number ?? 0;
    await setGrant(tx, { t, i: stored.number, to, grantedBy: stamp().by, actions });
    await services.items.refreshReaders(tx, stored);
  });

const WRITES: readonly ((services: Services, round: number) => Promise<void>)[] = [
  (services, round) => write(services, ids['book'] ?? '', { title: `Title ${round}` }),
  (services) => write(services, ids['book'] ?? '', { $access: oneOf(LEVELS) }),
  (services) => write(services, ids['book'] ?? '', { shelf: world.ids[oneOf(['shelf', 'other'])] ?? '' }),
  (services, round) =>
    write(services, ids['book'] ?? '', { privateNotes: oneOf([null, `notes ${round}`]), price: round }),
  (services) =>
    write(services, ids['book'] ?? '', { place: oneOf([null, { type: 'Point', coordinates: [random(90), 5] }]) }),
  (services, round) => write(services, ids['sequel'] ?? '', { title: `Sequel ${round}` }),
  (services) => write(services, ids['sequel'] ?? '', { $access: oneOf(LEVELS) }),
  (services, round) => write(services, world.ids['shelf'] ?? '', { name: `Shelf ${round}` }),
  (services) => grant(services, ids['book'] ?? '', oneOf([['read'], ['read', 'PRIVATE.read'], []])),
  (services, round) => write(services, ids['loan'] ?? '', { to: `2024-01-0${1 + (round % 9)}T00:00:00Z` }),
  async (services, round) => {
    const gone = ids['sequel'] ?? '';
    await services.database.transaction(async (tx) => {
      const stored = await services.items.find(tx, gone, true);
      if (stored) await services.items.remove(tx, stored, stamp());
    });
    ids['sequel'] = await insert(services, 'Book', bookOf(`New sequel ${round}`));
    await write(services, ids['book'] ?? '', { sequels: [ids['sequel']] });
  },
];

beforeAll(async () => {
  world = await openWorld();
  other = await world.second();
  const sequel = await insert(world.services, 'Book', bookOf('A sequel'));
  const book = await insert(world.services, 'Book', bookOf('A book', { sequels: [sequel] }));
  const loan = await insert(world.services, 'Loan', { book, borrower: world.ids['member'] ?? '' });
  ids = { sequel, book, loan };
  // Every set of readers that the writes below can make, so that no gate has still to hear of one.
  for (const shelf of ['other', 'shelf'])
    for (const $access of LEVELS)
      for (const actions of [['read'], ['read', 'PRIVATE.read'], []]) {
        await write(world.services, book, { shelf: world.ids[shelf] ?? '', $access, price: 1, privateNotes: 'x' });
        await grant(world.services, book, actions);
      }
  const acls = await world.services.database.query<{ id: number }>('select id from acl');
  for (const { services } of [world, other]) {
    await services.readFilters.learn(acls.map(({ id }) => id));
    for (const name of PEOPLE) {
      const subject = await services.sessions.subjectOf(world.ids[name] ?? '');
      if (subject) readers.push({ services, readFilter: await services.readFilters.readFilterFor(subject) });
    }
  }
});
afterAll(() => world.stop());

const nothing = 'Book-1999999999';

const readAll = (more: readonly ItemId[]): Promise<Item[][]> =>
  Promise.all(
    readers.flatMap(({ services, readFilter }) =>
      Object.values(ids).map((id) =>
        services.items.readVisible(services.database, readFilter, [id, ...more], { labels: true, channel: undefined }),
      ),
    ),
  );

const compare = async (round: number): Promise<void> => {
  expect(await readAll([]), `round ${round}`).toEqual(await readAll([nothing]));
};

it(
  '[ITEM-06] [PERM-01] one item read separately is the same as among several, after every kind of write and during open ones',
  { timeout: 120_000 },
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { services } = oneOf([world, other]);
      if (round % 5 !== 0) {
        await oneOf(WRITES)(services, round);
        await compare(round);
        continue;
      }
      // A transaction that has its number in the feed already, and commits (or not) after later ones.
      let end = (): void => undefined;
      const held = new Promise<void>((resolve) => (end = resolve));
      let written = (): void => undefined;
      const begun = new Promise<void>((resolve) => (written = resolve));
      const slow = services.database.transaction(async (tx) => {
        await change(services, tx, ids['sequel'] ?? '', { title: `Slow ${round}`, $access: 'PUBLIC' });
        written();
        await held;
        if (round % 2 === 0) throw new Error('taken back');
      });
      await begun;
      await compare(round);
      await write(oneOf([world, other]).services, ids['book'] ?? '', { title: `Beside ${round}` });
      await compare(round);
      end();
      await slow.catch(() => undefined);
      await compare(round);
    }
  },
);
