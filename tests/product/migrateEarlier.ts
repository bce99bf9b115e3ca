// Brings items that an earlier version of the program stored to the declarations of this one. Called by tests of migrations.

import { domain } from 'src/domain/server.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import { createItemMigration } from 'src/server/schemaMigration/migrateItems.ts';
import { registerSchemas } from 'src/server/schemaMigration/registerSchemas.ts';
import { createStoreServices } from 'src/server/access/storeServices.ts';
import type { ProductWorld } from 'tests/product/productWorld.ts';

const report = (): void => undefined;

const withoutMigrations = (type: ServerItemType): ServerItemType => ({
  ...type,
  server: { ...type.server, migrate: [] },
});

/** Stores the items of the types as a program with these declarations does at its start. */
export const storeBy = async (
  world: ProductWorld,
  names: readonly string[],
  registry: ServerRegistry,
): Promise<void> => {
  const { database, clock } = world.services;
  const schemas = await registerSchemas({ registry, database, report });
  const common = { registry, domain, database, clock };
  const { items, readFilters } = createStoreServices({ ...common, schemas: schemas.numbers });
  const { migrateFirst, jobs } = createItemMigration({ ...common, items, readFilters, schemas, report });
  await migrateFirst();
  for (const name of names)
    await jobs[schemas.task]?.({ type: registry.types[name]?.number ?? 0 }, new AbortController().signal);
};

/** Puts the declarations of an earlier version in force, which had no migrations of these types, and then those of this one. */
export const migrateEarlier = async (
  world: ProductWorld,
  names: readonly string[],
  earlier: (type: ServerItemType) => ServerItemType = withoutMigrations,
): Promise<void> => {
  const { database, registry } = world.services;
  const types = Object.entries(registry.types).map(([name, type]) => [
    name,
    names.includes(name) ? earlier(type) : type,
  ]);
  await registerSchemas({ registry: { ...registry, types: Object.fromEntries(types) }, database, report });
  await storeBy(world, names, registry);
};
