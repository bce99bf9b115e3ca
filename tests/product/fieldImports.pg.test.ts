// Exports of ODK Central and KoboToolbox become records of a form: previewed, stored once with their files, listed where they are refused, and
// undone. The layouts are those that both programs write.

import { createHash } from 'node:crypto';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FieldForm } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import type { ImportOutcome } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { jsonMembers } from 'src/model/item/jsonValue.ts';
import { importsOf } from 'tests/product/importWorld.ts';
import { okOf, targetOf, type Body } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';
import { zip } from 'tests/server/geoFiles/makeFiles.ts';

const MANAGER = 'capability holder';
const FORM: FieldForm = {
  ...{ title: { en: 'Eggs' }, machineName: 'eggs', languages: ['en'], defaultLanguage: 'en', formType: 'record' },
  recordTitle: '${species}',
  lists: { kinds: { choices: [{ name: 'heron', label: { en: 'Heron' } }] } },
  questions: [
    { name: 'species', type: 'selectOne', list: 'kinds', label: { en: 'Species' }, required: true },
    { name: 'count', type: 'integer', label: { en: 'Count' } },
    { name: 'spot', type: 'point', label: { en: 'Place' } },
    { name: 'picture', type: 'photo', label: { en: 'Picture' } },
    { name: 'nestPicture', type: 'photo', label: { en: 'Nest' }, audience: 'RESTRICTED' },
    { name: 'eggs', type: 'repeat', label: { en: 'Eggs' }, questions: [{ name: 'size', type: 'decimal' }] },
  ],
};

const [ONE, TWO, THREE, KOBO] = [1, 2, 3, 4].map((n) => `uuid:${String(n).repeat(8)}-1111-4111-8111-111111111111`);
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const NEST = Buffer.concat([PNG, Buffer.from('nest')]);

const HEADINGS =
  'SubmissionDate,species,count,spot-Latitude,spot-Longitude,spot-Altitude,spot-Accuracy,picture,nestPicture,SET-OF-eggs,meta-instanceID,KEY,SubmitterID,SubmitterName,AttachmentsPresent,AttachmentsExpected,Status,ReviewState,DeviceID,Edits,FormVersion';
const central = (rows: readonly string[]) =>
  zip({
    'eggs.csv': [HEADINGS, ...rows, ''].join('\n'),
    'eggs-eggs.csv': ['size,PARENT_KEY,KEY', `4.5,${ONE},${ONE}/eggs[1]`, `5,${ONE},${ONE}/eggs[2]`, ''].join('\n'),
    'media/1.png': PNG,
    'media/2.png': NEST,
  });
const rowOf = (key: string | undefined, values: string): string =>
  `2026-05-02T10:00:00.000Z,${values},,${key},${key},7,Ada Collector,2,2,,approved,phone,0,1`;

let world: ProductWorld;
let form: ItemId;
let program: ItemId;
const { upload, start, outcomeOf, undo } = importsOf(() => world);

beforeAll(async () => {
  world = await openProductWorld();
  const make = async (type: string, body: Body): Promise<ItemId> =>
    String(okOf(await world.ask(MANAGER, `create/${type}`, body))['$id']);
  program = await make('GeoKeeperProgram', { label: 'Eggs', owner: world.own, state: 'ACTIVE', access: 'IN_ORG' });
  form = await make('GeoKeeperFormDef', { label: 'Eggs', program, state: 'ACTIVE', form: jsonMembers(FORM) });
  okOf(await world.ask(MANAGER, 'act/publishFieldForm', targetOf(form)));
});
afterAll(() => world.stop());

const send = async (name: string, content: Uint8Array): Promise<string> =>
  await upload(MANAGER, { name, content: new Uint8Array(content) });

const importAs = async (input: Body): Promise<{ readonly key: string; readonly outcome: ImportOutcome }> => {
  const key = await start(MANAGER, 'importFieldRecords', { ...targetOf(form), ...input });
  await world.runJobs();
  return { key, outcome: await outcomeOf(MANAGER, key) };
};

const recordsOf = async (actor: string): Promise<readonly Body[]> => {
  const found = okOf(await world.ask(actor, 'search/ids', { must: { _t: ['GeoKeeperFieldData'], formDef: [form] } }));
  const ids = found['ids'] as readonly ItemId[];
  return await Promise.all(ids.map(async (id) => okOf(await world.ask(actor, `read/${id}`))));
};

const ROWS = [
  rowOf(ONE, 'heron,2,50.5,-120.25,700,4,1.png,2.png'),
  rowOf(TWO, 'heron,many,,,,,,'),
  rowOf(THREE, ',,,,,,lost.png,'),
];

it('[GEO-01] an export of ODK Central is previewed with row numbers and problems by question', async () => {
  const key = await send('eggs.zip', await central(ROWS));
  const preview = okOf(await world.ask(MANAGER, 'act/previewFieldRecords', { ...targetOf(form), upload: key }));
  expect(preview).toMatchObject({
    ...{ name: 'eggs.zip', version: 1, records: 2, known: 0, files: 2, unused: [] },
    refused: [{ table: 'eggs', row: 3, column: 'count', value: 'many', message: 'fieldImport.cell.number' }],
    missing: [{ row: 4, value: 'lost.png' }],
    misfits: [{ row: 4, column: 'species', message: 'fieldImport.misfit.required' }],
    shown: [{ row: 2, title: 'heron', submitter: 'Ada Collector', files: 2 }, { row: 4 }],
  });
  expect(await recordsOf(MANAGER)).toEqual([]);
});

it('[GEO-01] [GEO-02] records are stored once, with their files for the readers that the form decides, and undone', async () => {
  const key = await send('eggs.zip', await central(ROWS));
  const first = await importAs({ upload: key });
  expect(first.outcome).toMatchObject({
    counts: { created: 2, unchanged: 0, refused: 1 },
    refused: [{ row: 3, name: 'eggs: count', value: 'many', message: 'fieldImport.cell.number' }],
  });
  const [record] = (await recordsOf(MANAGER)).filter(({ instanceId }) => instanceId === ONE);
  expect(record).toMatchObject({
    ...{ state: 'RECEIVED', channel: 'IMPORT', submitter: 'Ada Collector', addedVia: first.outcome.import },
    earlierReview: 'APPROVED',
    formInstance: { formData: { species: 'heron', count: 2, eggs: [{ size: 4.5 }, { size: 5 }] } },
  });
  const fileAt = async (actor: string, property: string): Promise<Buffer> => {
    const [id = ''] = (record?.[property] ?? []) as readonly ItemId[];
    const answer = await world.get(actor, `/attachment/${id}/file.png`);
    return answer.ok ? Buffer.from(await answer.arrayBuffer()) : Buffer.alloc(0);
  };
  const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
  expect(hash(await fileAt(MANAGER, 'files'))).toBe(hash(PNG));
  expect(hash(await fileAt(MANAGER, 'restrictedFiles'))).toBe(hash(NEST));
  expect((await fileAt('member', 'restrictedFiles')).length).toBe(0);

  const second = await importAs({ upload: await send('again.zip', await central(ROWS)) });
  expect(second.outcome.counts).toMatchObject({ created: 0, unchanged: 2, refused: 1 });
  expect(await recordsOf(MANAGER)).toHaveLength(2);

  const { outcome } = await undo(MANAGER, first.outcome.import ?? '');
  expect(outcome.counts).toMatchObject({ removed: 2, kept: 0 });
  expect(await recordsOf(MANAGER)).toEqual([]);
});

it('[GEO-01] a workbook of KoboToolbox and its media zip become records', async () => {
  const uuid = String(KOBO).slice('uuid:'.length);
  const sheets = [
    {
      name: 'Egg survey',
      rows: [
        ['species', 'count', 'spot', '_spot_latitude', 'picture', 'picture_URL', '_id', '_uuid', '_submission_time'],
        ['heron', 3, '50 -120 0 0', 50, 'my photo.png', 'https://example.org/1', 9, uuid, '2026-05-02T10:00:00'],
      ].map((cells, at) => [...cells, ...(at === 0 ? ['_submitted_by', '_index'] : ['ben', 1])]),
    },
    {
      name: 'eggs',
      rows: [
        ['size', '_index', '_parent_table_name', '_parent_index'],
        [6, 1, 'Egg survey', 1],
      ],
    },
  ];
  const media = await zip({
    [`ben/attachments/abc/${uuid}/my_photo.png`]: PNG,
    [`ben/attachments/abc/0${uuid.slice(1)}/my_photo.png`]: NEST,
  });
  const input = { upload: await send('eggs.xlsx', await writeXlsx({ sheets })), media: await send('media.zip', media) };
  const { outcome } = await importAs(input);
  expect(outcome.counts).toMatchObject({ created: 1, refused: 0 });
  const [record] = await recordsOf(MANAGER);
  expect(record).toMatchObject({
    ...{ instanceId: KOBO, submitter: 'ben' },
    formInstance: { formData: { count: 3, picture: 'my photo.png', eggs: [{ size: 6 }] } },
  });
  const [id = ''] = (record?.['files'] ?? []) as readonly ItemId[];
  expect(okOf(await world.ask(MANAGER, `read/${id}`))).toMatchObject({
    ...{ originalName: 'my photo.png', filetype: 'image/png', size: PNG.length },
  });
});

it('[GEO-01] files that are no export, and people without the right, change nothing', async () => {
  const before = await recordsOf(MANAGER);
  const damaged = Buffer.from(await central(ROWS)).subarray(0, 400);
  for (const content of [damaged, Buffer.from('a,b\n1,2\n'), Buffer.from('%PDF-1.4')]) {
    const key = await send('eggs.zip', content);
    const answer = await world.ask(MANAGER, 'act/previewFieldRecords', { ...targetOf(form), upload: key });
    expect(answer).toMatchObject({ refused: 'invalid' });
    expect((await importAs({ upload: key })).outcome.counts).toMatchObject({ created: 0 });
  }
  const own = await upload('member', { name: 'eggs.zip', content: new Uint8Array(await central(ROWS)) });
  for (const action of ['previewFieldRecords', 'importFieldRecords/async'])
    expect(await world.ask('member', `act/${action}`, { ...targetOf(form), upload: own })).not.toHaveProperty('ok');
  expect(await recordsOf(MANAGER)).toEqual(before);
});
