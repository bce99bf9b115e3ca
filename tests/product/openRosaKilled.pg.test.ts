// The server killed (kill -9) between and during the requests of one submission. The next process finishes it, and it is stored once.

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { okOf, targetOf, type Body } from 'tests/product/productOperations.ts';
import { productProcesses } from 'tests/product/productProcess.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

/** Milliseconds from the second request to the end of its process, one process each. */
const KILLED_AFTER = [0, 60, 400];
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

it(
  '[GEO-01] a submission whose server is killed between and during its requests is stored once, with all its files',
  { timeout: 240_000 },
  async () => {
    for (const wait of KILLED_AFTER) {
      const instanceId = `uuid:${randomUUID()}`;
      const pictures = PICTURES.map((name, at) => `<picture${at}>${name}</picture${at}>`).join('');
      const xml = `<data id="${form}" version="1">${pictures}<meta><instanceID>${instanceId}</instanceID></meta></data>`;
      const post = async (url: string, name: string): Promise<number> => {
        const body = new FormData();
        body.append('xml_submission_file', new Blob([xml], { type: 'text/xml' }), 'record.xml');
        body.append(name, new Blob([`${instanceId} ${name}`], { type: 'image/jpeg' }), name);
        return await fetch(`${url}${path}/submission`, { method: 'POST', body }).then(
          ({ status }) => status,
          () => 0,
        );
      };
      const first = await processes.start();
      expect(await post(first.url, PICTURES[0])).toBe(201);
      const second = post(first.url, PICTURES[1]);
      await pause(wait);
      await first.kill();
      expect([0, 201]).toContain(await second);
      const next = await processes.start();
      for (const name of PICTURES) expect(await post(next.url, name)).toBe(201);
      const must = { _t: ['GeoKeeperFieldData'], instanceId: [instanceId] };
      const { ids } = await ask('search/ids', { must, max: 10 });
      expect(ids).toHaveLength(1);
      const record = okOf(await world.ask('administrator', `read/${String((ids as readonly string[])[0])}`));
      expect(record).toMatchObject({ state: 'RECEIVED', instanceId });
      expect(record['files']).toHaveLength(PICTURES.length);
      await next.kill();
    }
  },
);
