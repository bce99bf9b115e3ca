// The history of a record whose properties a release renamed names the former names, and only to readers of the values.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Subject } from 'src/model/access/Subject.ts';
import type { HistoryEvent } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Domain } from 'src/server/extend.ts';
import { createStoreServices } from 'src/server/access/storeServices.ts';
import { createItemMigration } from 'src/server/schemaMigration/migrateItems.ts';
import { registerSchemas } from 'src/server/schemaMigration/registerSchemas.ts';
import { migrate } from 'src/server/store/migrate.ts';
import { toyWorld, type ToyWorld } from 'tests/server/harness/toyWorld.ts';
import { toyDomain } from 'tests/server/harness/toyDomain.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

const BOOK = registry.types['Book']!;
const { weight, privateNotes, ...kept } = BOOK.properties;
const BOOK_OF_THE_RELEASE: ServerItemType = {
  ...BOOK,
  properties: { ...kept, mass: { ...weight!, name: 'mass' }, secret: { ...privateNotes!, name: 'secret' } },
  server: {
    ...BOOK.server,
    migrate: [
      { op: 'rename', from: 'weight', to: 'load' },
      { op: 'rename', from: 'load', to: 'mass' },
      { op: 'rename', from: 'privateNotes', to: 'secret' },
    ],
  },
};
const NEXT: ServerRegistry = { ...registry, types: { ...registry.types, Book: BOOK_OF_THE_RELEASE } };
const domain: Domain = { ...toyDomain, validators: { ...toyDomain.validators, Book: () => true } };

let world: ToyWorld;
let book: ItemId;
let newestOf: (subject: Subject) => Promise<HistoryEvent | undefined>;

beforeAll(async () => {
  world = await toyWorld();
  const values = { title: 'A book', shelf: world.shelf, $access: 'COMMUNITY', weight: 2.5, privateNotes: 'kept apart' };
  book = (await world.seed('Book', values)).id;
  const database = world.db.open();
  await migrate(database, NEXT);
  const report = () => undefined;
  const first = await registerSchemas({ registry, database, report });
  await database.query('update item set schema = $1 where t = 102', [first.numbers.get(BOOK.number)]);
  const schemas = await registerSchemas({ registry: NEXT, database, report });
  const common = { registry: NEXT, domain, database, clock: { now: () => world.now } };
  const { items, readFilters } = createStoreServices({ ...common, schemas: schemas.numbers });
  await createItemMigration({ ...common, items, readFilters, schemas, report }).migrateFirst();
  newestOf = async (subject) => {
    const readFilter = await readFilters.readFilterFor(subject);
    const knownGrants = () => Promise.resolve(() => ({}));
    return (await items.history(database, readFilter, book, { max: 5, knownGrants })).events[0];
  };
});
afterAll(() => world.stop());

it('[EXPERIENCE] names the first name of a property that was renamed twice', async () => {
  expect(await newestOf(world.people.admin)).toMatchObject({
    kind: 'migrated',
    changes: { mass: [null, 2.5], secret: [null, 'kept apart'] },
    renamed: { mass: 'weight', secret: 'privateNotes' },
  });
});

it('[PERM-02] does not name a property that the reader may not see', async () => {
  const event = await newestOf(world.people.community);
  expect([event?.changes, event?.renamed]).toEqual([{ mass: [null, 2.5] }, { mass: 'weight' }]);
});
