// The check of the whole site as administrators run it in the browser: a task with a report, which repairs on request.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ItemId } from 'src/model/item/Item.ts';
import { readLastFileCheck } from 'src/server/files/lastFileCheck.ts';
import { okOf, type Body } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

const ADMIN = 'administrator';

let world: ProductWorld;
let open: ItemId;
let closed: ItemId;

beforeAll(async () => {
  world = await openProductWorld();
  [open = '', closed = ''] = await world.add([
    { type: 'ArchiveEntry', level: 'PUBLIC', mark: 'open' },
    { type: 'ArchiveEntry', level: 'PRIVATE', mark: 'closed' },
  ]);
  const [openNumber, closedNumber] = [open, closed].map((id) => Number(id.split('-')[1]));
  await world.services.database.query(
    `update item x set acl = y.acl from item y
      where x.t = y.t and x.i = $1 and y.i = $2 and x.t = (select t from item_type where name = 'ArchiveEntry')`,
    [closedNumber, openNumber],
  );
});
afterAll(() => world.stop());

const start = (actor: string, input: Body = {}) => world.ask(actor, 'act/examineSite/async', input);

const reportOf = async (input: Body): Promise<string> => {
  const { key } = okOf(await start(ADMIN, input));
  await world.runJobs();
  const address = `/task-result/${String(key)}`;
  expect((await world.get('owner administrator', address)).status).toBeGreaterThanOrEqual(400);
  return await (await world.get(ADMIN, address)).text();
};

it('[ADM-01] [TRUST] a check of the site is for administrators of the site only', async () => {
  for (const actor of ['stranger', 'member', 'private reader', 'owner administrator'])
    expect(await start(actor)).toMatchObject({ refused: 'notAllowed' });
});

it('[ADM-01] [TRUST] the report names what is wrong, a repair corrects it, and the audit says who read the report', async () => {
  const fault = `${closed} is readable by other people than its rules say`;
  const report = await reportOf({});
  expect(report).toContain(`${fault}\n`);
  const checked = Number(/and (\d+) files were checked/.exec(report)?.[1]);
  expect(await readLastFileCheck(world.services.fileFolder)).toMatchObject({ checked, altered: [] });
  expect(report).toMatch(/\d+ records and \d+ files were checked[^]*faults: 1 readers\.\n$/u);
  expect(await world.ask('visitor', `read/${closed}`)).toHaveProperty('ok');
  expect(await reportOf({ repair: true })).toMatch(/; repaired\n[^]*Repaired: 1 readers\.\nNothing is wrong\.\n$/u);
  expect(await world.ask('visitor', `read/${closed}`)).toHaveProperty('refused');
  const trail = `select i from read_audit where through = 'examineSite' and subject = $1`;
  expect(await world.services.database.query(trail, [world.idOf(ADMIN)])).toHaveLength(2);
  expect(open).not.toBe(closed);
});
