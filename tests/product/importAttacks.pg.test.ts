// Imports by people without the right to the records, and tables that are made to do harm.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ItemId } from 'src/model/item/Item.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { importsOf } from 'tests/product/importWorld.ts';
import { storeBy } from 'tests/product/migrateEarlier.ts';
import { okOf, operationsOf } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

const KEEPER = 'capability holder';
const IDS_AND_TITLES = [
  { column: 0, to: '$id' },
  { column: 1, to: 'title' },
];

let world: ProductWorld;
let entry: ItemId;
const { read } = operationsOf(() => world);
const imports = importsOf(() => world);

beforeAll(async () => {
  world = await openProductWorld();
  entry = await world.newItem({ type: 'ArchiveEntry', level: 'PUBLIC', mark: 'open', more: { title: 'Tide tables' } });
});
afterAll(() => world.stop());

const byId = (title: string) => ({ content: `$id,Title\n${entry},${title}\n` });
const options = () => ({ kind: 'ARC_CSV', owner: world.own, columns: IDS_AND_TITLES });

it('[PERM-01] an import of people without the right changes nothing, and adds no Import and no file to the organization', async () => {
  for (const actor of ['member', 'stranger']) {
    const { outcome } = await imports.import(actor, byId(`Taken by ${actor}`), options());
    expect(outcome.refused).toMatchObject([{ row: 2, message: 'errors.notAllowed' }]);
    expect((await read('administrator', String(outcome.import)))['owner']).toBeUndefined();
  }
  expect(await read(KEEPER, entry)).toMatchObject({ title: 'Tide tables' });
});

it('[PERM-01] an import of a person without the right keeps no one with the right from importing', async () => {
  const waiting = await imports.request('stranger', byId('Waiting'), options());
  const taskKey = await imports.start('stranger', 'runImport', waiting);
  const own = await imports.request(KEEPER, byId('By the keeper'), options());
  const others = await imports.request(KEEPER, byId('Without an owner'), { kind: 'ARC_CSV', columns: IDS_AND_TITLES });
  okOf(await world.ask(KEEPER, 'act/runImport/async', own));
  okOf(await world.ask(KEEPER, 'act/runImport/async', others));
  await world.runJobs();
  expect((await imports.outcomeOf('stranger', taskKey)).counts).toMatchObject({ changed: 0, refused: 1 });
  expect((await read(KEEPER, entry))['title']).toMatch(/^(By the keeper|Without an owner)$/);
});

it('[ARCH-02] a version that is no number is refused at its cell', async () => {
  const content = ['abc', '1.5', '-1', 'Infinity'].map((version) => `${entry},${version},New`).join('\n');
  const columns = [
    { column: 0, to: '$id' },
    { column: 1, to: '_u' },
    { column: 2, to: 'title' },
  ];
  const { outcome } = await imports.check(KEEPER, { content: `$id,_u,Title\n${content}\n` }, { ...options(), columns });
  expect(outcome.refused.map(({ row, column, message }) => [row, column, message])).toEqual(
    [2, 3, 4, 5].map((row) => [row, 1, 'errors.invalidValue']),
  );
});

it('[PERM-01] an outcome by a text that is no key is not found', async () => {
  for (const taskKey of ['-'.repeat(36), "' or true --", '../../import'])
    expect(await world.ask(KEEPER, 'act/importOutcome', { taskKey })).toEqual({ refused: 'notFound' });
});

it('[PERM-01] the file of an import with private records is read only by people who read private records, and by its author', async () => {
  const content = 'Title,Who can see it\nQuiet canary,PRIVATE\n';
  const { outcome } = await imports.import('administrator', { content }, { kind: 'ARC_CSV', owner: world.own });
  const via = String(outcome.import);
  const [file] = (await read('administrator', via))['file'] as readonly ItemId[];
  const statusFor = async (actor: string): Promise<number> => (await world.get(actor, `/attachment/${file}`)).status;
  for (const actor of ['stranger', 'member', KEEPER, 'protected reader']) {
    expect(await world.ask(actor, `read/${via}`)).toEqual({ refused: 'notFound' });
    expect(await statusFor(actor)).toBe(404);
  }
  for (const actor of ['private reader', 'administrator']) expect(await statusFor(actor)).toBe(200);
});

it('[PERM-01] an import without an organization, and its file, are read by its author and administrators only', async () => {
  const { outcome } = await imports.import('private reader', byId('No organization'), {
    ...options(),
    owner: undefined,
  });
  const via = String(outcome.import);
  const [file] = (await read('administrator', via))['file'] as readonly ItemId[];
  const statusFor = async (actor: string): Promise<number> => (await world.get(actor, `/attachment/${file}`)).status;
  for (const actor of ['stranger', KEEPER, 'protected reader', 'owner administrator']) {
    expect(await world.ask(actor, `read/${via}`)).toEqual({ refused: 'notFound' });
    expect(await statusFor(actor)).toBe(404);
  }
  for (const actor of ['private reader', 'administrator']) expect(await statusFor(actor)).toBe(200);
});

it('[PERM-01] an import without an organization that an earlier version opened to readers of the whole site is closed at the next start', async () => {
  const { registry } = world.services;
  const name = SYSTEM_TYPES.import;
  const type = registry.types[name];
  if (!type) throw new Error('imports are not declared');
  const { access } = type.server;
  const { inherit: _, inheritAtLeast: __, ...read } = access.read;
  const earlier = { ...type, server: { ...type.server, access: { ...access, read } } };
  const { outcome } = await imports.import('private reader', byId('Stored earlier'), {
    ...options(),
    owner: undefined,
  });
  const via = String(outcome.import);
  const readers = async (): Promise<readonly string[]> => {
    const found: string[] = [];
    for (const actor of ['owner administrator', 'private reader', 'administrator'])
      if ('ok' in (await world.ask(actor, `read/${via}`))) found.push(actor);
    return found;
  };
  await storeBy(world, [], registry);
  await storeBy(world, [name], { ...registry, types: { ...registry.types, [name]: earlier } });
  expect(await readers()).toEqual(['owner administrator', 'private reader', 'administrator']);
  await storeBy(world, [name], registry);
  expect(await readers()).toEqual(['private reader', 'administrator']);
});
