// `erase` over the product's own declarations: with a place, a conversation, an alert, notices, letters and a waiting zip, nothing that the
// record said is left, and people's own things stay.

import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { erase } from 'src/server/cli/erase.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';
import { filesHolding, tablesHolding } from 'tests/server/harness/traces.ts';

let world: ProductWorld;
beforeAll(async () => {
  world = await openProductWorld();
});
afterAll(() => world.stop());

const ok = (answer: Answer): Record<string, Json> => {
  if ('ok' in answer) return answer.ok as Record<string, Json>;
  throw new Error(JSON.stringify(answer));
};
const on = (id: ItemId, more: Record<string, Json> = {}): Json => ({
  ...{ _t: id.split('-')[0] ?? '', _i: Number(id.split('-')[1]) },
  ...more,
});

it('[TRUST] leaves nothing of a place with its conversation, alerts, notices, letters and downloads', async () => {
  const word = `zhiib${randomBytes(6).toString('hex')}`;
  const { services, dataDir } = world;
  const { database } = services;
  const search = {
    name: 'Places',
    displayAs: 'LIST',
    screen: 'spatial.features',
    selectedFacets: [],
    $access: 'PRIVATE',
  };
  const saved = String(ok(await world.ask('private reader', 'create/SavedSearch', search))['$id']);
  ok(await world.ask('private reader', 'act/chooseSearchAlert', on(saved, { mode: 'DIGEST' })));

  const coordinate = -101.123457;
  const geometry = { type: 'Point', coordinates: [coordinate, 55.5] };
  const place = {
    label: `${word} narrows`,
    description: `${word} told`,
    geometry,
    owner: world.own,
    access: 'COMMUNITY',
  };
  const feature = await world.newBody({ type: 'SpatialFeature', level: 'COMMUNITY', mark: word, more: place });
  const { $id, _u } = ok(await world.ask('administrator', 'create/SpatialFeature', feature));
  const id = String($id);
  await world.followAll([id]);
  await world.attach(id, { originalName: `${word}.png`, bytes: Buffer.from(`bytes of ${word}`) });
  const thread = { subject: `${word} asked`, context: id, participants: [world.idOf('private reader')] };
  const { $id: talk } = ok(await world.ask('member', 'create/Thread', thread));
  const message = { thread: String(talk), body: `${word} said`, mentions: [world.idOf('private reader')] };
  ok(await world.ask('member', 'create/Message', message));
  ok(await world.ask('administrator', 'update', { $id: id, _u: _u ?? 1, label: `${word} rapids` }));
  ok(await world.ask('private reader', 'act/downloadAttachments/async', { ids: [id] }));
  await world.runJobs();
  await services.search.ready();
  // Words of a place, an attachment, a thread, a message, and of their history.
  expect((await tablesHolding(database, word)).length).toBeGreaterThanOrEqual(6);
  expect(await tablesHolding(database, String(coordinate))).toContain('public.item_geometry');
  expect((await database.query('select 1 from notice')).length).toBeGreaterThan(0);
  // One that has not gone out yet.
  await database.query(
    `insert into mail (key, template, to_user, values, path) values ('waiting', 'digest', $1, $2, $3)`,
    [world.idOf('member'), { title: `${word} rapids` }, `/i-${id}`],
  );

  const said = await erase(services, ['--id', id, '--by', 'administrator@example.org', '--why', 'asked', '--yes']);
  expect(said).toMatch(/1 SpatialFeature.*1 Thread|1 Thread.*1 SpatialFeature/);
  expect(said).toMatch(/1 Message/);
  expect(await tablesHolding(database, word)).toEqual([]);
  expect(await tablesHolding(database, String(coordinate))).toEqual([]);
  expect(await filesHolding(`${dataDir}/files`, word)).toEqual([]);
  const ids = [id, String(talk)].join('|');
  expect(await database.query(`select 1 from notice where also::text ~ $1`, [`\\y(${ids})\\y`])).toEqual([]);
  expect(ok(await world.ask('private reader', `read/${saved}`))).toMatchObject({ name: 'Places' });
  for (const gone of [id, String(talk)])
    expect(await world.ask('administrator', `read/${gone}`)).toEqual({ refused: 'notFound' });
});
