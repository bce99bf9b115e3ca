// The server killed (kill -9) between and during the requests of one submission. Another process finishes it, and it is stored once.

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { okOf, targetOf, type Body } from 'tests/product/productOperations.ts';
import { productProcesses } from 'tests/product/productProcess.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

/** Milliseconds from the second requests to the end of their process. */
const KILLED_AFTER = 60;
const PICTURES = ['1.jpg', '2.jpg'] as const;

let world: ProductWorld;
let form: string;
let path: string;
const processes = productProcesses(() => world);

const FORM = {
  ...{ title: { en: 'Nests' }, machineName: 'nests', languages: ['en'], defaultLanguage: 'en' },
  ...{ formType: 'record', lists: {} },
  questions: PICTURES.map((_, at) => ({ name: `picture${at}`, type: 'photo' })),
};

const ask = async (o: string, body: Body): Promise<Body> => okOf(await world.ask('administrator', o, body));

beforeAll(async () => {
  world = await openProductWorld();
  const program = await ask('create/GeoKeeperProgram', {
    ...{ label: 'Nests', owner: world.own, state: 'ACTIVE', access: 'IN_ORG' },
  });
  const made = await ask('create/GeoKeeperFormDef', {
    ...{ label: 'Nests', program: program['$id'] ?? null, state: 'ACTIVE', form: FORM as unknown as Json },
  });
  form = String(made['$id']);
  await ask('act/publishFieldForm', targetOf(form));
  const address = await world.ask('member', 'act/makeCollectAddress', {
    ...{ ...targetOf(world.idOf('member')), name: 'Phone' },
  });
  path = String(okOf(address)['path']);
});
afterAll(async () => {
  processes.stop();
  await world.stop();
});

const instanceOf = (instanceId: string): string => {
  const pictures = PICTURES.map((name, at) => `<picture${at}>${name}</picture${at}>`).join('');
  return `<data id="${form}" version="1">${pictures}<meta><instanceID>${instanceId}</instanceID></meta></data>`;
};

/** Returns the status of the answer, or 0 without one. */
const post = (url: string, instanceId: string, name: string): Promise<number> => {
  const body = new FormData();
  body.append('xml_submission_file', new Blob([instanceOf(instanceId)], { type: 'text/xml' }), 'record.xml');
  body.append(name, new Blob([`${instanceId} ${name}`], { type: 'image/jpeg' }), name);
  return fetch(`${url}${path}/submission`, { method: 'POST', body }).then(
    ({ status }) => status,
    () => 0,
  );
};

it(
  '[GEO-01] submissions whose server is killed between and during their requests are stored once, with all files',
  { timeout: 240_000 },
  async () => {
    const instanceIds = Array.from({ length: 6 }, () => `uuid:${randomUUID()}`);
    const server = await processes.start();
    for (const instanceId of instanceIds) expect(await post(server.url, instanceId, PICTURES[0])).toBe(201);
    // The first has no second request yet; those of the others arrive while the process ends.
    const under = instanceIds.slice(1).map((instanceId) => post(server.url, instanceId, PICTURES[1]));
    await pause(KILLED_AFTER);
    await server.kill();
    for (const status of await Promise.all(under)) expect([0, 201]).toContain(status);
    for (const instanceId of instanceIds) {
      // Another process of the site finishes it.
      for (const name of PICTURES) expect(await post(world.url, instanceId, name)).toBe(201);
      const must = { _t: ['GeoKeeperFieldData'], instanceId: [instanceId] };
      const { ids } = await ask('search/ids', { must, max: 10 });
      expect(ids).toHaveLength(1);
      const record = okOf(await world.ask('administrator', `read/${String((ids as readonly string[])[0])}`));
      expect(record).toMatchObject({ state: 'RECEIVED', instanceId });
      expect(record['files']).toHaveLength(PICTURES.length);
    }
  },
);
