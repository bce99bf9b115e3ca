// Approved records of field data become places and research data, as the mapping of their form says.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FieldForm } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { sha256 } from 'src/server/sha256.ts';
import { okOf, operationsOf, targetOf, type Body } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';
import { uploadTo } from 'tests/product/uploadTo.ts';

const [COLLECTOR, REVIEWER] = ['member', 'capability holder'] as const;
const PHOTO = Buffer.from('a weir in a picture');

const FORM: FieldForm = {
  title: { en: 'Weirs' },
  machineName: 'weirs',
  languages: ['en'],
  defaultLanguage: 'en',
  formType: 'record',
  lists: { kinds: { choices: [{ name: 'stone', label: { en: 'Stone weir' } }] } },
  questions: [
    { name: 'name', type: 'text', label: { en: 'Name' } },
    { name: 'kind', type: 'selectOne', list: 'kinds', label: { en: 'Kind' } },
    { name: 'spot', type: 'point', label: { en: 'Place' } },
    { name: 'picture', type: 'photo', label: { en: 'Picture' } },
    {
      ...{ name: 'catches', type: 'repeat', label: { en: 'Catches' } },
      questions: [
        { name: 'fish', type: 'text', label: { en: 'Fish' } },
        { name: 'secret', type: 'text', label: { en: 'Who told' }, audience: 'RESTRICTED' },
      ],
    },
  ],
  mappings: [
    {
      type: 'SpatialFeature',
      values: {
        label: { question: 'name' },
        description: { question: 'kind' },
        geometry: { question: 'spot' },
        files: { question: 'picture' },
      },
    },
    {
      ...{ type: 'ResearchData', repeat: 'catches' },
      values: {
        label: { question: 'fish' },
        description: { question: 'secret' },
        siteCode: { constant: 'WEIR' },
        access: { constant: 'COMMUNITY' },
      },
    },
  ],
};

describe('outcomes of field data', () => {
  let world: ProductWorld;
  let program: ItemId;
  let form: ItemId;
  const { act, move, read } = operationsOf(() => world);

  const publish = async (definition: unknown): Promise<string> => {
    const values = { label: 'Weirs', program, state: 'ACTIVE', form: definition as Json, generalise: false };
    return String(okOf(await world.ask('administrator', 'create/GeoKeeperFormDef', values))['$id']);
  };
  const received = async (answers: Body): Promise<ItemId> => {
    const ref = await uploadTo(world, { actor: COLLECTOR, name: 'weir.jpg', content: PHOTO });
    const file = { name: 'weir.jpg', upload: ref.replace('upload:', ''), sha256: sha256(PHOTO).toString('hex') };
    const record = {
      ...{ instanceId: `uuid:${randomUUID()}`, program, formDef: form, version: 1, answers },
      ...{ collected: '2026-05-04T08:30:00.000Z', finalized: '2026-05-04T08:40:00.000Z', audience: 'COMMUNITY' },
    };
    return String(okOf(await act(COLLECTOR, 'submitFieldData', program, { record, files: [file] }))['id']);
  };
  const ANSWERS: Body = {
    ...{ name: 'Upper weir', kind: 'stone', spot: { lat: 50.5, lon: -139.2 }, picture: 'weir.jpg' },
    catches: [{ fish: 'Salmon', secret: 'Aunt Rose' }, { fish: 'Trout' }],
  };
  const outcomesOf = async (id: ItemId): Promise<readonly ItemId[]> =>
    ((await read('administrator', id))['outcomes'] ?? []) as readonly ItemId[];

  beforeAll(async () => {
    world = await openProductWorld();
    const values = { label: 'Weirs', owner: world.own, state: 'ACTIVE', access: 'USERS' };
    program = String(okOf(await world.ask('administrator', 'create/GeoKeeperProgram', values))['$id']);
    form = await publish(FORM);
    okOf(await act('administrator', 'publishFieldForm', form));
  });
  afterAll(() => world.stop());

  it('[GEO-01] an approved record becomes a place with its photo and one research record for each entry, once', async () => {
    const id = await received(ANSWERS);
    okOf(await move(REVIEWER, id, 'approve'));
    const outcomes = await outcomesOf(id);
    const items = await Promise.all(outcomes.map((each) => read('administrator', each)));
    expect(items).toMatchObject([
      {
        ...{ $label: 'Upper weir', description: 'Stone weir', owner: world.own, state: 'ACTIVE', access: 'COMMUNITY' },
        geometry: { type: 'Point', coordinates: [-139.2, 50.5] },
      },
      // The answer to a restricted question closes the item that contains it also where the form asks for another level.
      { $label: 'Salmon', description: 'Aunt Rose', siteCode: 'WEIR', access: 'PRIVATE' },
      { $label: 'Trout', siteCode: 'WEIR', access: 'COMMUNITY' },
    ]);
    const [copied] = (items[0]?.['files'] ?? []) as readonly ItemId[];
    expect(await read('administrator', copied ?? '')).toMatchObject({ originalName: 'weir.jpg', rel: outcomes[0] });
    expect((await read('administrator', id))['files']).not.toContain(copied);
    okOf(await move(REVIEWER, id, 'reopen'));
    okOf(await move(REVIEWER, id, 'approve'));
    expect(await outcomesOf(id)).toEqual(outcomes);
  });

  it('[GEO-01] a record whose answers do not fit stays in review, and nothing is created', async () => {
    const id = await received({ ...ANSWERS, name: 'x'.repeat(400) });
    const refused = JSON.stringify(await move(REVIEWER, id, 'approve'));
    expect(refused).toContain('fieldRecords.mappingFailed');
    expect(refused).toContain('label');
    expect(await read('administrator', id)).toMatchObject({ state: 'RECEIVED' });
    expect(await outcomesOf(id)).toEqual([]);
  });

  it('[GEO-01] a collector receives the note with which a record was sent back, in a notice and on the device', async () => {
    const id = await received(ANSWERS);
    const props = { reviewNote: 'Which bank of the river?' };
    okOf(await act(REVIEWER, 'transition', id, { name: 'sendBack', props }));
    await world.runJobs();
    expect((await world.lettersTo(COLLECTOR)).filter((text) => text.includes(id))).toHaveLength(1);
    const { records } = okOf(await world.ask(COLLECTOR, 'act/ownFieldData', {}));
    expect((records as readonly Body[]).find((each) => each['id'] === id)).toMatchObject({
      ...{ state: 'ISSUES', note: 'Which bank of the river?' },
    });
  });

  it('[GEO-01] [SPAT-02] a mapping that generalises the place makes it visible to all readers of the record, as a cell', async () => {
    const ofPlace = (generalised: boolean) => ({
      type: 'SpatialFeature',
      values: { label: { question: 'name' }, geometry: { question: 'spot', ...(generalised && { generalised }) } },
    });
    const closed = { ...FORM, mappings: [ofPlace(true), ofPlace(false)] };
    const values = { label: 'Weirs', program, state: 'ACTIVE', form: closed as unknown as Json, generalise: true };
    const definition = String(okOf(await world.ask('administrator', 'create/GeoKeeperFormDef', values))['$id']);
    okOf(await act('administrator', 'publishFieldForm', definition));
    const record = {
      ...{ instanceId: `uuid:${randomUUID()}`, program, formDef: definition, version: 1, audience: 'COMMUNITY' },
      ...{ collected: '2026-05-04T08:30:00.000Z', finalized: '2026-05-04T08:40:00.000Z' },
      answers: { name: 'Hidden weir', spot: { lat: 50.5123, lon: -139.2345 } },
    };
    const id = String(okOf(await act(COLLECTOR, 'submitFieldData', program, { record, files: [] }))['id']);
    okOf(await move(REVIEWER, id, 'approve'));
    const [general = '', exact = ''] = await outcomesOf(id);
    expect(await read('member', general)).toMatchObject({ access: 'COMMUNITY', geometry: { type: 'Polygon' } });
    expect(JSON.stringify(await read('administrator', general))).not.toContain('139.2345');
    expect(await read('administrator', exact)).toMatchObject({
      ...{ access: 'PROTECTED', geometry: { type: 'Point', coordinates: [-139.2345, 50.5123] } },
    });
    const seen = await Promise.all(['protected reader', 'visitor'].map((actor) => world.ask(actor, `read/${exact}`)));
    expect(seen.map((answer) => 'ok' in answer)).toEqual([true, false]);
  });

  it('[GEO-01] a form with errors, or with a mapping to another type or property, is not published', async () => {
    const faulty = async (definition: unknown): Promise<string> => {
      const id = await publish(definition);
      return JSON.stringify(await world.ask('administrator', 'act/publishFieldForm', targetOf(id)));
    };
    const mapped = (type: string, path: string): unknown => ({
      ...FORM,
      mappings: [{ type, values: { [path]: { question: 'name' } } }],
    });
    for (const definition of [
      mapped('User', 'admin'),
      mapped('SpatialFeature', 'owner'),
      mapped('ResearchData', 'nothing'),
    ])
      expect(await faulty(definition)).toContain('fieldRecords.mappingFailed');
    const twin = { name: 'name', type: 'text', label: { en: 'Name' } };
    const twins = { ...FORM, mappings: [], questions: [twin, twin] };
    expect(await faulty(twins)).toContain('geokeeper.forms.problem');
  });
});
