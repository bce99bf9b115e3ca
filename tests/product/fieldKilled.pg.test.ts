// The server killed (kill -9) between the requests with which a phone sends a record, and during the last of them. The record exists once
// afterwards, with the whole file.

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FieldForm } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { okOf, targetOf, type Body } from 'tests/product/productOperations.ts';
import { productProcesses, type ProductProcess } from 'tests/product/productProcess.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

const COLLECTOR = 'member';
const PHOTO = randomBytes(300_000);
const CHECKSUM = createHash('sha256').update(PHOTO).digest('hex');
/** Milliseconds from the last request to the end of the process. */
const KILLED_AFTER = [5, 120];
/** Milliseconds for all of it: a new server is started after each kill. */
const WITHIN = 300_000;

const FORM: FieldForm = {
  ...{ title: { en: 'Birds' }, machineName: 'birds', languages: ['en'], defaultLanguage: 'en', formType: 'record' },
  ...{ lists: {}, questions: [{ name: 'picture', type: 'photo', label: { en: 'Picture' } }] },
};

let world: ProductWorld;
let program: ItemId;
let form: ItemId;
const processes = productProcesses(() => world);

const ask = async (o: string, body: Body): Promise<Body> => okOf(await world.ask('administrator', o, body));

beforeAll(async () => {
  world = await openProductWorld();
  const values = { label: 'Birds', owner: world.own, state: 'ACTIVE', access: 'USERS' };
  program = String((await ask('create/GeoKeeperProgram', values))['$id']);
  const definition = { label: 'Birds', program, state: 'ACTIVE', form: FORM as unknown as Json };
  form = String((await ask('create/GeoKeeperFormDef', definition))['$id']);
  await ask('act/publishFieldForm', targetOf(form));
});
afterAll(async () => {
  processes.stop();
  await world.stop();
});

/** The requests of a phone, each of which it repeats until it has the answer. */
const phone = (address: () => string) => {
  const headers = () => ({ authorization: `Bearer ${world.tokenOf(COLLECTOR)}`, 'tus-resumable': '1.0.0' });
  return {
    begin: async (): Promise<string> => {
      const answer = await fetch(`${address()}/api/upload`, {
        method: 'POST',
        headers: {
          ...headers(),
          'upload-length': String(PHOTO.length),
          'upload-metadata': `filename ${Buffer.from('p1.jpg').toString('base64')}`,
        },
      });
      return new URL(answer.headers.get('location') ?? '', address()).pathname;
    },
    offset: async (path: string): Promise<number> => {
      const answer = await fetch(`${address()}${path}`, { method: 'HEAD', headers: headers() });
      return Number(answer.headers.get('upload-offset'));
    },
    send: async (path: string, from: number, to: number): Promise<number> => {
      const answer = await fetch(`${address()}${path}`, {
        method: 'PATCH',
        headers: { ...headers(), 'upload-offset': String(from), 'content-type': 'application/offset+octet-stream' },
        body: PHOTO.subarray(from, to),
      });
      return answer.status;
    },
    submit: async (envelope: Body): Promise<Body | undefined> => {
      const options = { method: 'POST', headers: headers(), body: JSON.stringify(envelope) };
      const answer = await fetch(`${address()}/api/item`, options).catch(() => undefined);
      return answer && ((await answer.json().catch(() => undefined)) as Body | undefined);
    },
  };
};

it(
  '[GEO-01] a record arrives once and whole when the server is killed between any two of its requests',
  async () => {
    let server: ProductProcess = await processes.start();
    const { begin, offset, send, submit } = phone(() => server.url);
    const restart = async (): Promise<void> => {
      await server.kill();
      server = await processes.start();
    };
    const upload = await begin();
    await restart();
    expect(await send(upload, await offset(upload), 100_000)).toBe(204);
    await restart();
    expect(await offset(upload)).toBe(100_000);
    expect(await send(upload, 100_000, PHOTO.length)).toBe(204);
    await restart();
    expect(await offset(upload)).toBe(PHOTO.length);
    const instanceId = `uuid:${randomUUID()}`;
    const record = {
      ...{ instanceId, program, formDef: form, version: 1, answers: { picture: 'p1.jpg' } },
      ...{ collected: '2026-05-04T08:30:00.000Z', finalized: '2026-05-04T08:40:00.000Z' },
    };
    const file = { name: 'p1.jpg', upload: upload.split('/').at(-1) ?? '', sha256: CHECKSUM };
    const envelope = {
      ...{ o: 'act/submitFieldData', key: randomUUID() },
      b: { ...targetOf(program), record, files: [file] },
    };
    for (const milliseconds of KILLED_AFTER) {
      const sending = submit(envelope);
      await pause(milliseconds);
      await restart();
      await sending;
    }
    const answer = (await submit(envelope))?.['b'] as Body;
    expect(answer).toMatchObject({ state: 'RECEIVED', files: [{ name: 'p1.jpg', sha256: CHECKSUM }] });
    // A phone that lost the answer and its key sends the record again.
    const again = (await submit({ ...envelope, key: randomUUID() }))?.['b'] as Body;
    expect(again).toMatchObject({ id: answer['id'], files: [{ sha256: CHECKSUM }] });
    const query = { must: { _t: ['GeoKeeperFieldData'], instanceId: [instanceId] } };
    await expect
      .poll(async () => okOf(await world.ask('administrator', 'search/ids', query))['ids'], { timeout: 20_000 })
      .toEqual([answer['id']]);
    const stored = okOf(await world.ask('administrator', `read/${String(answer['id'])}`));
    const [attachment = ''] = stored['files'] as readonly string[];
    const bytes = Buffer.from(
      await (await world.get('administrator', `/attachment/${attachment}/p1.jpg`)).arrayBuffer(),
    );
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(CHECKSUM);
  },
  WITHIN,
);
