// Deletions that are undone after a release has renamed, dropped, retyped and split properties: what comes back has the properties of the
// present declarations, and a value that was restricted before is not shown.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Domain } from 'src/server/extend.ts';
import { bindFunctions } from 'src/server/Module.ts';
import { restoreItem } from 'src/server/rules/restoreItem.ts';
import { createItemMigration } from 'src/server/schemaMigration/migrateItems.ts';
import { registerSchemas } from 'src/server/schemaMigration/registerSchemas.ts';
import { createFormerValues } from 'src/server/schemaMigration/storedValues.ts';
import { migrate } from 'src/server/store/migrate.ts';
import { createStoreServices } from 'src/server/access/storeServices.ts';
import { toyDomain } from 'tests/server/harness/toyDomain.ts';
import { toyWorld, type Answer, type Person, type ToyWorld } from 'tests/server/harness/toyWorld.ts';
import { registry } from 'tests/toy/generated/registry.server.ts';

const BOOK = registry.types['Book']!;
const SECRET = 'SECRET of the elders';

const named = (from: string, name: string): Property => ({ ...BOOK.properties[from]!, name });

const release = (properties: Readonly<Record<string, Property>>, ops: readonly object[]): ServerRegistry => {
  const server = { ...BOOK.server, migrate: ops as ServerItemType['server']['migrate'] };
  return { ...registry, types: { ...registry.types, Book: { ...BOOK, properties, server } } };
};

const { privateNotes: _notes, summary: _summary, price: _price, sequels: _sequels, ...rest } = BOOK.properties;

const NEXT = release(
  {
    ...rest,
    closedNotes: named('privateNotes', 'closedNotes'),
    amount: named('price', 'amount'),
    currency: named('spoken', 'currency'),
    followUps: named('sequels', 'followUps'),
  },
  [
    { op: 'rename', from: 'privateNotes', to: 'closedNotes' },
    { op: 'drop', path: 'summary' },
    { op: 'retype', path: 'colour', by: 'darker' },
    { op: 'split', path: 'price', by: 'money' },
    { op: 'rename', from: 'sequels', to: 'followUps' },
  ],
);

/** A release that no longer declares what is stored, and does not say what becomes of it. */
const FORGETFUL = release({ ...rest }, []);

const domain: Domain = {
  ...toyDomain,
  validators: { ...toyDomain.validators, Book: () => true },
  migrate: { darker: () => '#000000', money: (value) => ({ amount: value ?? null, currency: 'CAD' }) },
};

let world: ToyWorld;
let next: Awaited<ReturnType<typeof program>>;
const ids: ItemId[] = [];
let holder: ItemId;
let left: ItemId;
afterAll(() => world.stop());

const program = async (declared: ServerRegistry) => {
  const database = world.db.open();
  await migrate(database, declared);
  const report = () => undefined;
  const schemas = await registerSchemas({ registry: declared, database, report });
  const common = { registry: declared, domain, database, clock: { now: () => world.now } };
  const formerValues = createFormerValues({ ...common, schemas });
  const store = createStoreServices({ ...common, schemas: schemas.numbers, formerValues });
  const { items, readFilters } = store;
  const migration = createItemMigration({ ...common, items, readFilters, schemas, report });
  return { ...store, database, registry: declared, migration };
};

type Program = typeof next;

const restoredBy = ({ items, readFilters, access, registry: declared }: Program, id: ItemId): Promise<Answer> =>
  world.attempt('admin', async (context): Promise<null> => {
    const services = { ...context.services, registry: declared, items, readFilters, access };
    const functions = bindFunctions(domain, () => context.services);
    await restoreItem({ ...context, services: { ...services, domain: functions }, many: true }, id);
    return null;
  });

const seenBy = async (who: Person, id: ItemId): Promise<Item | undefined> => {
  const readFilter = await next.readFilters.readFilterFor(world.people[who]);
  return (await next.items.readVisible(next.database, readFilter, [id], { channel: undefined }))[0];
};

beforeAll(async () => {
  world = await toyWorld();
  const old = await program(registry);
  await old.migration.migrateFirst();
  const insert = (more: object): Promise<{ id: ItemId }> =>
    old.database.transaction((tx) =>
      old.items.insert(
        tx,
        'Book',
        { title: 'A book', shelf: world.shelf, $access: 'COMMUNITY', ...more },
        { at: world.now, by: 'User-1', actor: undefined },
      ),
    );
  const full = { privateNotes: SECRET, summary: 'To be dropped', colour: '#aa0000', price: 12 };
  for (let count = 0; count < 3; count += 1) ids.push((await insert(full)).id);
  left = ids.pop() ?? '';
  holder = (await insert({ sequels: ids })).id;
  const by = { at: world.now, by: 'User-0', actor: undefined };
  for (const id of [...ids, left])
    await old.database.transaction(async (tx) => old.items.remove(tx, (await old.items.find(tx, id, true))!, by));
  next = await program(NEXT);
  await next.migration.migrateFirst();
});

it('[PERM-02] many deleted items come back as the present declarations have them, and show nothing restricted', async () => {
  for (const id of ids) expect(await restoredBy(next, id)).toEqual({ ok: null });
  for (const id of ids) {
    const seen = await seenBy('community', id);
    expect(seen).toMatchObject({ title: 'A book', colour: '#000000', currency: 'CAD' });
    for (const name of ['privateNotes', 'closedNotes', 'summary', 'price', 'amount'])
      expect(seen).not.toHaveProperty(name);
    expect(await seenBy('private', id)).toMatchObject({ closedNotes: SECRET, amount: 12 });
    const rows = await next.database.query('select body::text from item where t = $1 and i = $2', [
      ...[BOOK.number, Number(id.split('-')[1])],
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/SECRET|dropped/);
  }
});

it('a relation that let go holds them again by its present name', async () => {
  const { properties } = (await next.items.find(next.database, holder))!;
  expect(properties).toMatchObject({ followUps: ids });
  expect(properties).not.toHaveProperty('sequels');
});

it('what a release forgot to migrate does not come back', async () => {
  expect(await restoredBy(await program(FORGETFUL), left)).toEqual({ refused: 'cannotRestore' });
});

it('nothing undeclared is stored', async () => {
  await expect(world.seed('Book', { title: 'A book', shelf: world.shelf, hidden: SECRET })).rejects.toThrow(
    'holds hidden, which its type does not declare',
  );
});
