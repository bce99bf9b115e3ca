// XLSForms over HTTP: a workbook is previewed with what is lost, saved as a form, exported, and read again. Files that are no XLSForm.
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { okOf, type Body } from 'tests/product/productOperations.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';
import { uploadTo } from 'tests/product/uploadTo.ts';

const KEEPER = 'capability holder';

let world: ProductWorld;
let form: ItemId;

const make = async (type: string, body: Body): Promise<ItemId> =>
  String(okOf(await world.ask(KEEPER, `create/${type}`, body))['$id']);
const target = (): Body => ({ _t: 'GeoKeeperFormDef', _i: Number(form.split('-')[1]) });

const preview = async (content: string | Uint8Array<ArrayBuffer>) => {
  const upload = (await uploadTo(world, { actor: KEEPER, name: 'fish.xlsx', content })).replace('upload:', '');
  return await world.ask(KEEPER, 'act/previewXlsForm', { ...target(), upload });
};

const workbook = async (sheets: Readonly<Record<string, readonly (readonly string[])[]>>) =>
  new Uint8Array(
    await writeXlsx({
      sheets: Object.entries(sheets).map(([name, rows]) => ({ name, rows: rows.map((row) => [...row]) })),
    }),
  );

beforeAll(async () => {
  world = await openProductWorld();
  const program = await make('GeoKeeperProgram', { label: 'Counts', owner: world.own, state: 'ACTIVE' });
  form = await make('GeoKeeperFormDef', { label: 'Fish', program });
});
afterAll(() => world.stop());

const SURVEY = [
  ['type', 'name', 'label::English (en)', 'trigger'],
  ['select_one fish', 'kind', 'What kind?', ''],
  ['text', 'note', 'Anything else?', '${kind}'],
];
const CHOICES = [
  ['list_name', 'name', 'label::English (en)'],
  ['fish', 'pike', 'Pike'],
];

it('[GEO-01] a workbook is read with what is lost, saved as the form, and exported as the same form', async () => {
  const read = okOf(await preview(await workbook({ survey: SURVEY, choices: CHOICES })));
  expect(read).toMatchObject({
    ...{ name: 'fish.xlsx', lossCount: 1, problems: [], problemCount: 0 },
    losses: [{ sheet: 'survey', row: 3, column: 'trigger', what: '${kind}', message: 'xlsForm.lost.trigger' }],
    form: {
      machineName: 'fish',
      languages: ['en'],
      questions: [{ name: 'kind', type: 'selectOne' }, { name: 'note' }],
    },
  });
  const { _u } = okOf(await world.ask(KEEPER, `read/${form}`));
  okOf(await world.ask(KEEPER, 'update', { $id: form, _u: _u ?? 0, form: read['form'] as Json }));
  const exported = okOf(await world.ask(KEEPER, 'act/exportXlsForm', target()));
  expect(exported['name']).toBe('Fish.xlsx');
  const again = okOf(await preview(new Uint8Array(Buffer.from(String(exported['content']), 'base64'))));
  expect(again).toMatchObject({ form: read['form'], lossCount: 0, problemCount: 0 });
});

it('[GEO-01] a table that is no XLSForm, a damaged workbook and a text are refused in one sentence', async () => {
  const whole = await workbook({ survey: SURVEY, choices: CHOICES });
  const refusals = [
    [await workbook({ Sheet1: CHOICES }), 'xlsForm.notAForm'],
    [whole.slice(0, whole.length / 2), 'sheet.truncated'],
    ['Title,Notes\nOne,Two\n', 'xlsForm.notAForm'],
  ] as const;
  for (const [content, message] of refusals)
    expect(await preview(content)).toMatchObject({
      refused: 'invalid',
      params: { errors: [{ path: '/upload', message }] },
    });
});

it('[GEO-01] a cycle of calculations is refused with the row of a question', async () => {
  const survey = [
    ['type', 'name', 'calculation'],
    ['calculate', 'one', '${two} + 1'],
    ['calculate', 'two', '${one} + 1'],
  ];
  const { problems, problemCount } = okOf(await preview(await workbook({ survey })));
  expect(Number(problemCount)).toBeGreaterThan(0);
  const [first] = problems as readonly Body[];
  expect(first).toMatchObject({
    sheet: 'survey',
    message: expect.stringContaining('geokeeper.forms.problem.') as string,
  });
  expect([2, 3]).toContain(first?.['row']);
});

it('[GEO-01] a form that must be corrected is listed with its rows, and 50,000 choices are one sentence', async () => {
  const broken = [...SURVEY, ['text', 'kind', 'Again', ''], ['begin group', 'site', 'Site', '']];
  expect(okOf(await preview(await workbook({ survey: broken, choices: CHOICES })))['problems']).toMatchObject([
    { row: 4, what: 'kind', message: 'xlsForm.wrong.repeatedName' },
    { row: 5, what: 'site', message: 'xlsForm.wrong.notClosed' },
  ]);
  const long = Array.from({ length: 50_000 }, (_, at) => ['fish', `c${at}`, `The kind of fish number ${at}`]);
  const read = okOf(await preview(await workbook({ survey: SURVEY, choices: [...CHOICES, ...long] })));
  expect(read['problems']).toMatchObject([{ message: 'xlsForm.wrong.tooLarge' }]);
});
