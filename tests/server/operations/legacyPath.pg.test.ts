// Addresses of the earlier system, imported from a file, lead to their records.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importLegacyPaths } from 'src/server/cli/importLegacyPaths.ts';
import { getLegacyPath } from 'src/server/items/getLegacyPathEndpoint.ts';
import { ok, toyWorld, type ToyWorld } from 'tests/server/harness/toyWorld.ts';

let world: ToyWorld;
beforeAll(async () => {
  world = await toyWorld();
});
afterAll(() => world.stop());

it('[ROUTE-09] getLegacyPath leads to the item, for those who may see it', async () => {
  const { id } = await world.seed('Book', { title: 'A book', shelf: world.shelf, $access: 'PRIVATE' });
  const { database } = world.db;
  const run = (text: string, dryRun = false) => importLegacyPaths({ database, items: world.items }, text, { dryRun });
  await expect(run(`path,record\n,${id}\nold/1,Book\nold/2,Book-999999\n`)).rejects.toThrow(
    /line 2: .*is not a path\n.*line 3: .*is not the id of a record\n.*line 4: there is no Book-999999/,
  );
  await expect(run('/about,Organisation12\n')).rejects.toThrow(/line 1: .*is not the id of a record/);
  await expect(run(`path,Record\n\n"archive\n/17",${id}\n\nold/1,Book\n`)).rejects.toThrow(
    /imported\.\n {2}line 6: [^\n]*$/,
  );
  expect(await run(`archive/record/17,${id}\n`, true)).toBe(1);
  expect(await database.query('select from legacy_path')).toEqual([]);
  expect(await run(`path,record\n/archive/record/17/,${id}\n`)).toBe(1);
  for (const alias of ['archive/record/17', '/archive/record/17/'])
    expect(ok(await world.run('private', getLegacyPath, [], { alias }))).toEqual({ itemId: id });
  expect(await world.run('community', getLegacyPath, [], { alias: 'archive/record/17' })).toEqual(
    await world.run('community', getLegacyPath, [], { alias: 'no/such' }),
  );
  const asVisitor = await world.run('visitor', getLegacyPath, [], { alias: 'archive/record/17' });
  expect(asVisitor).toEqual({ refused: 'notAllowed' });
});
