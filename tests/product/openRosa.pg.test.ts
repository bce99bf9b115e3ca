// ODK Collect as it speaks to the product: form list, manifest, form, and a submission whose files come in two requests.

import { createHash, randomUUID } from 'node:crypto';
import { DOMParser } from '@xmldom/xmldom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FieldForm } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { parseItemId } from 'src/model/item/itemId.ts';
import { replaceHash } from 'src/server/sessions/accounts.ts';
import { openProductWorld, type Answer, type ProductWorld } from 'tests/product/productWorld.ts';

type Body = Readonly<Record<string, Json>>;
type Part = readonly [name: string, content: string | Buffer<ArrayBuffer>, file?: string];

const FORM: FieldForm = {
  title: { en: 'Fish counts', fr: 'Poissons' },
  machineName: 'fish_counts',
  languages: ['en', 'fr'],
  defaultLanguage: 'en',
  formType: 'record',
  recordTitle: "concat(${species}, ' at ', ${creek})",
  lists: {
    species: {
      choices: [
        { name: 'coho', label: { en: 'Coho', fr: 'Coho' } },
        { name: 'chum', label: { en: 'Chum', fr: 'Kéta' } },
      ],
    },
    creeks: { file: 'creeks.csv', name: 'name', label: 'label' },
  },
  questions: [
    { name: 'begun', type: 'start' },
    { name: 'species', type: 'selectOne', list: 'species', label: { en: 'Species', fr: 'Espèce' }, required: true },
    { name: 'creek', type: 'selectOne', list: 'creeks', label: { en: 'Creek' } },
    {
      name: 'fish',
      type: 'repeat',
      label: { en: 'Fish' },
      questions: [
        { name: 'size', type: 'integer', label: { en: 'Size' }, constraint: '. < 200' },
        { name: 'marks', type: 'selectMany', list: 'species', label: { en: 'Marks' } },
        { name: 'picture', type: 'photo', label: { en: 'Picture of ${size}' }, relevant: '${size} > 10' },
      ],
    },
    { name: 'spot', type: 'point', label: { en: 'Place' } },
  ],
};
const CREEKS = 'name,label\nupper,Upper creek\nlower,Lower creek\n';
const [FIRST, SECOND] = [Buffer.from('first picture'), Buffer.from('second picture')];
const BOUNDARY = '----collect';

const md5Of = (content: string | Buffer): string => createHash('md5').update(content).digest('hex');
const elementsIn = (xml: string, name: string): string[] =>
  [...new DOMParser().parseFromString(xml, 'text/xml').getElementsByTagName(name)].map(
    ({ textContent }) => textContent ?? '',
  );
const targetOf = (id: ItemId): Body => {
  const { type, number } = parseItemId(id);
  return { _t: type, _i: number };
};
const bodyOf = (parts: readonly Part[]): Buffer<ArrayBuffer> =>
  Buffer.concat([
    ...parts.flatMap(([name, content, file = name]) => [
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="${file}"\r\nContent-Type: ${name.endsWith('file') ? 'text/xml' : 'image/jpeg'}\r\n\r\n`,
      ),
      Buffer.from(content as string),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);

describe('OpenRosa', () => {
  let world: ProductWorld;
  let program: ItemId;
  let form: ItemId;
  let home: string;

  const ok = (answer: Answer): Body => {
    if ('ok' in answer) return answer.ok as Body;
    throw new Error(`refused: ${JSON.stringify(answer)}`);
  };
  const ask = async (actor: string, o: string, body?: Body): Promise<Body> => ok(await world.ask(actor, o, body));
  const selfOf = (actor: string): Body => targetOf(world.idOf(actor));
  const addressOf = async (actor: string): Promise<string> => {
    const { path } = await ask(actor, 'act/makeCollectAddress', { ...selfOf(actor), name: 'My phone' });
    return `${world.url}${String(path)}`;
  };
  const textOf = async (url: string): Promise<string> => {
    const answer = await fetch(url.replace(world.services.origin, world.url));
    expect(answer.status, url).toBe(200);
    expect(answer.headers.get('x-openrosa-version') ?? '').toBe('1.0');
    return await answer.text();
  };
  const post = (to: string, parts: readonly Part[]): Promise<Response> =>
    fetch(`${to}/submission`, {
      method: 'POST',
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, 'x-openrosa-version': '1.0' },
      body: bodyOf(parts),
    });
  const xmlOf = (instanceId: string, values: string, { id = form, version = '1' } = {}): string =>
    `<?xml version='1.0' ?><data id="${id}" version="${version}" xmlns:jr="http://openrosa.org/javarosa"><begun>2026-05-04T08:30:00.000-07:00</begun>${values}<meta><instanceID>${instanceId}</instanceID></meta></data>`;
  const recordsOf = async (instanceId: string): Promise<Body[]> => {
    const must = { _t: ['GeoKeeperFieldData'], instanceId: [instanceId] };
    const { ids } = await ask('administrator', 'search/ids', { must, max: 10 });
    return await Promise.all((ids as readonly string[]).map((id) => ask('administrator', `read/${id}`)));
  };
  const newId = (): string => `uuid:${randomUUID()}`;

  beforeAll(async () => {
    world = await openProductWorld();
    const made = await ask('administrator', 'create/GeoKeeperProgram', {
      ...{ label: 'Salmon', owner: world.own, state: 'ACTIVE', access: 'IN_ORG' },
    });
    program = String(made['$id']);
    const defined = await ask('administrator', 'create/GeoKeeperFormDef', {
      ...{ label: 'Fish counts', program, state: 'ACTIVE', form: FORM as unknown as Json },
    });
    form = String(defined['$id']);
    await ask('administrator', 'act/publishFieldForm', targetOf(form));
    const reference = await ask('administrator', 'create/GeoKeeperReference', {
      ...{ label: 'Creeks', program, state: 'ACTIVE', kind: 'LIST' },
    });
    const file = await world.attach(String(reference['$id']), {
      originalName: 'creeks.csv',
      bytes: Buffer.from(CREEKS),
    });
    await world.change(String(reference['$id']), { files: [file] });
    home = await addressOf('member');
  });
  afterAll(() => world.stop());

  it('[GEO-01] a client downloads the form with its lists, and sends a record whose files come in two requests', async () => {
    const list = await textOf(`${home}/formList?verbose=true`);
    expect(elementsIn(list, 'formID')).toEqual([form]);
    const xform = await textOf(elementsIn(list, 'downloadUrl')[0] ?? '');
    expect(elementsIn(list, 'hash')).toEqual([`md5:${md5Of(xform)}`]);
    expect(xform).toContain(`<data id="${form}" version="1">`);
    const manifest = await textOf(elementsIn(list, 'manifestUrl')[0] ?? '');
    expect(elementsIn(manifest, 'filename')).toEqual(['creeks.csv']);
    const creeks = await textOf(elementsIn(manifest, 'downloadUrl')[0] ?? '');
    expect([creeks, elementsIn(manifest, 'hash')]).toEqual([CREEKS, [`md5:${md5Of(CREEKS)}`]]);

    const head = await fetch(`${home}/submission`, { method: 'HEAD' });
    expect([head.status, head.headers.get('x-openrosa-version')]).toEqual([204, '1.0']);
    expect(Number(head.headers.get('x-openrosa-accept-content-length'))).toBeGreaterThan(1_000_000);

    const instanceId = newId();
    const xml = xmlOf(
      instanceId,
      `<species>chum</species><creek>upper</creek>
       <fish><size>61</size><marks>coho chum</marks><picture>1.jpg</picture></fish>
       <fish><size>44</size><marks/><picture>2.jpg</picture></fish>
       <spot>49.5 -123.25 12 4.5</spot>`,
    );
    const one = await post(home, [
      ['xml_submission_file', xml, 'a.xml'],
      ['1.jpg', FIRST],
      ['*isIncomplete*', 'yes'],
    ]);
    expect([one.status, await one.text()]).toEqual([201, expect.stringContaining('1 file is still missing')]);
    expect(await recordsOf(instanceId)).toMatchObject([{ state: 'DRAFT' }]);
    const two = await post(home, [
      ['xml_submission_file', xml, 'a.xml'],
      ['2.jpg', SECOND],
    ]);
    expect([two.status, await two.text()]).toEqual([201, expect.stringContaining('have arrived')]);

    const [record = {}, ...others] = await recordsOf(instanceId);
    expect(others).toEqual([]);
    expect(record).toMatchObject({
      ...{ $label: 'chum at upper', state: 'RECEIVED', channel: 'OPENROSA', program, formDef: form },
      ...{ collector: world.idOf('member'), place: { type: 'Point', coordinates: [-123.25, 49.5] } },
      formInstance: {
        formData: {
          species: 'chum',
          creek: 'upper',
          fish: [
            { size: 61, marks: ['coho', 'chum'], picture: '1.jpg' },
            { size: 44, picture: '2.jpg' },
          ],
        },
      },
    });
    expect(String(record['collected'])).toMatch(/^2026-05-04T15:30/u);
    const contents = await Promise.all(
      (record['files'] as readonly ItemId[]).map(async (id) => {
        const answer = await world.get('administrator', `/attachment/${parseItemId(id).number}`);
        return Buffer.from(await answer.arrayBuffer()).toString();
      }),
    );
    expect(contents.toSorted()).toEqual([FIRST.toString(), SECOND.toString()]);
    const must = { _t: ['GeoKeeperFieldData'], state: ['RECEIVED', 'EDITED'], program: [program] };
    const { ids } = await ask('capability holder', 'search/ids', { must, max: 10 });
    expect(ids).toEqual([record['$id']]);

    const again = await post(home, [
      ['xml_submission_file', xml, 'a.xml'],
      ['1.jpg', FIRST],
      ['2.jpg', SECOND],
    ]);
    expect(again.status).toBe(201);
    expect(await recordsOf(instanceId)).toMatchObject([{ $id: record['$id'], _u: record['_u'] }]);
  });

  it('[GEO-01] two requests with one record at the same time store it once, and another record with its id is refused', async () => {
    const instanceId = newId();
    const xml = xmlOf(instanceId, '<species>coho</species>');
    const answers = await Promise.all([1, 2, 3].map(() => post(home, [['xml_submission_file', xml, 'a.xml']])));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await recordsOf(instanceId)).toHaveLength(1);
    const other = await post(home, [['xml_submission_file', xmlOf(instanceId, '<species>chum</species>'), 'a.xml']]);
    expect([other.status, await other.text()]).toEqual([409, expect.stringContaining('same instanceID')]);
    expect(await recordsOf(instanceId)).toMatchObject([{ formInstance: { formData: { species: 'coho' } } }]);
  });

  it('[GEO-01] a corrected copy of a record that was sent back replaces it', async () => {
    const instanceId = newId();
    await post(home, [['xml_submission_file', xmlOf(instanceId, '<species>coho</species>'), 'a.xml']]);
    const [record = {}] = await recordsOf(instanceId);
    await ask('administrator', 'act/transition', {
      ...{ ...targetOf(String(record['$id'])), name: 'sendBack', props: { reviewNote: 'Chum?' } },
    });
    const copy = xmlOf(newId(), '<species>chum</species>').replace(
      '</instanceID>',
      `</instanceID><deprecatedID>${instanceId}</deprecatedID>`,
    );
    expect((await post(home, [['xml_submission_file', copy, 'a.xml']])).status).toBe(201);
    expect(await recordsOf(instanceId)).toMatchObject([
      { $id: record['$id'], state: 'RECEIVED', formInstance: { formData: { species: 'chum' } } },
    ]);
  });

  it('[GEO-01] [PERM-01] an address has the rights of its person now, and none when it ended or its person is blocked', async () => {
    const other = await addressOf('stranger');
    expect(elementsIn(await textOf(`${other}/formList`), 'formID')).toEqual([]);
    expect((await fetch(`${other}/forms/${form}/1/form.xml`)).status).toBe(404);
    const refused = await post(other, [['xml_submission_file', xmlOf(newId(), '<species>coho</species>'), 'a.xml']]);
    expect([refused.status, await refused.text()]).toEqual([404, expect.stringContaining('not known here')]);
    expect((await fetch(`${world.url}/openrosa/${'a'.repeat(32)}/formList`)).status).toBe(404);

    const own = await addressOf('member');
    const { addresses } = await ask('member', 'act/collectAddresses', {});
    const { address = 0 } = (addresses as readonly Body[]).at(-1) ?? {};
    expect(await world.ask('stranger', 'act/endCollectAddress', { ...selfOf('stranger'), address })).toEqual({
      refused: 'notFound',
    });
    expect((await fetch(`${own}/formList`)).status).toBe(200);
    await ask('member', 'act/endCollectAddress', { ...selfOf('member'), address });
    expect((await fetch(`${own}/formList`)).status).toBe(404);

    const reader = await addressOf('protected reader');
    expect((await fetch(`${reader}/formList`)).status).toBe(200);
    await world.change(world.idOf('protected reader'), { blocked: true });
    await expect.poll(async () => (await fetch(`${reader}/formList`)).status).toBe(404);
    await world.change(world.idOf('protected reader'), { blocked: false });
    await expect.poll(async () => (await fetch(`${reader}/formList`)).status).toBe(200);
    await replaceHash(world.services.database, world.idOf('protected reader'), 'none');
    expect((await fetch(`${reader}/formList`)).status).toBe(404);
    const stored = await world.services.database.query<{ hash: Buffer }>('select hash from calendar_feed');
    const secret = home.slice(-32);
    expect(stored.some(({ hash }) => hash.toString('latin1').includes(secret))).toBe(false);
  });

  it('[GEO-01] explains what it refuses: withdrawn forms, closed programs, unknown versions, wrong answers, encrypted records', async () => {
    const sent = async (xml: string): Promise<readonly [number, string]> => {
      const answer = await post(home, [['xml_submission_file', xml, 'a.xml']]);
      expect(answer.headers.get('content-type')).toContain('text/xml');
      return [answer.status, elementsIn(await answer.text(), 'message').join('')];
    };
    const coho = '<species>coho</species>';
    expect(await sent(xmlOf(newId(), coho, { version: '7' }))).toEqual([404, expect.stringContaining('this form')]);
    expect((await sent(xmlOf(newId(), coho, { id: 'GeoKeeperFormDef-999999' })))[0]).toBe(404);
    expect(await sent(xmlOf(newId(), '<fish><size>many</size></fish>'))).toEqual([
      400,
      '“many” is not an answer to the question size.',
    ]);
    const encrypted = xmlOf(newId(), coho).replace('<data ', '<data encrypted="yes" ');
    expect(await sent(encrypted)).toEqual([400, expect.stringContaining('encrypted')]);
    expect(await sent(xmlOf('nobody', coho))).toEqual([400, expect.stringContaining('instanceID')]);
    const bomb = `<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>${xmlOf(newId(), '<species>&b;</species>').slice(22)}`;
    expect(await sent(bomb)).toEqual([400, expect.stringContaining('document type')]);
    expect(await sent(`${'<a>'.repeat(100_000)}`)).toEqual([400, expect.stringContaining('nested')]);
    expect((await sent('no xml'))[0]).toBe(400);

    await world.change(form, { state: 'ARCHIVED' });
    expect(await sent(xmlOf(newId(), coho))).toEqual([403, expect.stringContaining('withdrawn')]);
    expect(elementsIn(await textOf(`${home}/formList`), 'formID')).toEqual([]);
    await world.change(form, { state: 'ACTIVE' });
    await world.change(program, { state: 'ARCHIVED' });
    expect(await sent(xmlOf(newId(), coho))).toEqual([403, expect.stringContaining('no longer accepts records')]);
    await world.change(program, { state: 'ACTIVE' });
  });

  it('[GEO-01] refuses bodies that are broken, endless or of too many parts, and stores nothing of them', async () => {
    const xml = xmlOf(newId(), '<species>coho</species>');
    const raw = (
      body: string | Buffer<ArrayBuffer>,
      type = `multipart/form-data; boundary=${BOUNDARY}`,
    ): Promise<number> =>
      fetch(`${home}/submission`, { method: 'POST', headers: { 'content-type': type }, body }).then(
        ({ status }) => status,
        () => 0,
      );
    const whole = bodyOf([
      ['xml_submission_file', xml, 'a.xml'],
      ['1.jpg', FIRST],
    ]);
    for (const body of [
      whole.subarray(0, whole.length - 10),
      whole.subarray(0, 60),
      Buffer.from(''),
      Buffer.from(`--${BOUNDARY}\r\n`),
      Buffer.from(whole.toString().replaceAll(BOUNDARY, '----other')),
      bodyOf([['1.jpg', FIRST]]),
      bodyOf([
        ['xml_submission_file', xml, 'a.xml'],
        ['xml_submission_file', xml, 'a.xml'],
      ]),
      bodyOf([['xml_submission_file', Buffer.from([0xff, 0xfe, 0x00, 0xd8]), 'a.xml']]),
    ])
      expect(await raw(Buffer.from(body)), body.toString().slice(0, 80)).toBe(400);
    expect(await raw(whole, 'multipart/form-data')).toBe(400);
    expect(await raw(whole, 'application/json')).toBe(400);
    const many = Array.from({ length: 10_000 }, (_, at): Part => [`${at}.jpg`, FIRST]);
    expect([0, 413]).toContain(await raw(bodyOf([['xml_submission_file', xml, 'a.xml'], ...many])));
    const fields = Array.from(
      { length: 1_000 },
      (_, at) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="f${at}"\r\n\r\nx\r\n`,
    );
    expect([0, 413]).toContain(await raw(`${fields.join('')}--${BOUNDARY}--\r\n`));
    expect(await recordsOf(/uuid:[\w-]+/u.exec(xml)?.[0] ?? '')).toEqual([]);
    const left = await world.services.database.query('select 1 from upload where attachment is null');
    expect(left).toEqual([]);
    expect((await post(home, [['xml_submission_file', xml, 'a.xml']])).status).toBe(201);
  });
});
