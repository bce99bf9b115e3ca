// Merging two values of a list, and undoing it, after the person lost the right to edit the list: workflows are rewritten only by that
// right, so it is checked before each part of the work.

import { beforeAll, expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { signIn } from 'tests/server/routes/openWorld.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';
import { useTaskWorld } from 'tests/server/tasks/useTaskWorld.ts';

type Body = Record<string, Json>;

const tasks = useTaskWorld();
const MERGE: Body = { list: 'REPAIR_STATES', owner: 'system', from: 'LOOK', into: 'BACK' };

let admin: TestSocket;
let repair: ItemId;

const idOf = (name: string): ItemId => tasks.world.ids[name] ?? '';
const on = (id: ItemId, more: Body = {}): Body => ({
  ...{ _t: id.split('-')[0] ?? '', _i: Number(id.split('-')[1]) },
  ...more,
});
const made = async (type: string, values: Body): Promise<ItemId> =>
  String(((await tasks.keeper.ask(`create/${type}`, values)).b as Body)['$id']);
/** Values of the workflow, and of the changes that wait to set it. */
const words = async (): Promise<Json[]> => {
  const { items, database } = tasks.world.services;
  const ids = await items.holding(database, { type: 'RprLook', path: 'of', id: repair });
  const steps = (await items.findMany(database, ids)).map(({ properties }) => (properties['plan'] as Body)['state']);
  const stored = await items.find(database, repair);
  const { state = null } = (stored?.properties['_wf'] ?? {}) as Body;
  return [state, ...steps.map((each) => each ?? null)];
};
/** A former administrator of the site still reads and writes everything on this shelf. */
const runsTheSite = (isAdmin: boolean): Promise<unknown> =>
  tasks.change(idOf('admin'), { admin: isAdmin ? true : null });

beforeAll(async () => {
  const { url } = tasks.world;
  const shelf = idOf('shelf');
  await tasks.change(idOf('admin'), {
    memberships: [{ owner: shelf, reads: 'PRIVATE', admin: true, capabilities: ['Library'] }],
  });
  admin = await TestSocket.as(url, await signIn(url, 'admin'));
  const step = { key: 'one', kind: 'RPR_LOOK', label: 'Look', state: 'LOOK', group: 1 };
  const template = await made('Routine', { label: 'Looks', shelf, of: 'Repair', state: 'ACTIVE', steps: [step] });
  repair = await made('Repair', { title: 'Spine', shelf });
  await tasks.keeper.ask('act/setWorkflow', on(repair, { workflow: template }));
});

it('[LOV-01] [PERM-06] merges nothing more once the right over the list is taken away, and takes nothing back', async () => {
  expect(await words()).toEqual(['LOOK', 'LOOK']);
  const refused = await tasks.begin('mergeListValues', MERGE, admin);
  await runsTheSite(false);
  await tasks.startQueue();
  expect(await tasks.over(refused)).toMatchObject({ state: 'FAILED', errorKey: 'errors.notAllowed' });
  expect(await words()).toEqual(['LOOK', 'LOOK']);

  await runsTheSite(true);
  admin = await TestSocket.as(tasks.world.url, await signIn(tasks.world.url, 'admin'));
  const { b } = await admin.ask('search/ids', { must: { _t: ['LOVValue'], list: ['REPAIR_STATES'] } });
  const [value = ''] = (b as { ids: ItemId[] }).ids;
  await tasks.change(value, { state: 'ACTIVE' });
  const merged = await tasks.begin('mergeListValues', MERGE, admin);
  expect(await tasks.over(merged)).toMatchObject({ state: 'DONE' });
  expect(await words()).toEqual(['BACK', 'BACK']);

  await tasks.stopQueue();
  const undone = await tasks.begin('undoMany', { taskKey: merged }, admin);
  await runsTheSite(false);
  await tasks.startQueue();
  expect(await tasks.over(undone)).toMatchObject({ state: 'FAILED', errorKey: 'errors.notAllowed' });
  expect(await words()).toEqual(['BACK', 'BACK']);
  // It is offered again to a person who regains the right.
  expect(await tasks.state(merged)).toMatchObject({ undoable: true });
  admin.close();
});
