// Files of imports as people have them, over HTTP: tables in every encoding, files that are cut off, too wide or no tables, and cells that are
// too long.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { importsOf } from 'tests/product/importWorld.ts';
import { operationsOf } from 'tests/product/productOperations.ts';
import { encoded } from 'tests/server/sheets/encoded.ts';
import { ods, textRows, xlsx } from 'tests/server/sheets/makeWorkbooks.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

const KEEPER = 'capability holder';

let world: ProductWorld;
const { read } = operationsOf(() => world);
const imports = importsOf(() => world);
const archive = () => ({ kind: 'ARC_CSV', owner: world.own });

beforeAll(async () => {
  world = await openProductWorld();
});
afterAll(() => world.stop());

it('[ARCH-02] a table in windows-1252 keeps its letters, and its file is stored as a table', async () => {
  const content = new Uint8Array(Buffer.from('Title;Notes\nCafé de la Grève;“déjà vu”\n', 'latin1'));
  content.set([0x93], content.indexOf(0x1c));
  content.set([0x94], content.indexOf(0x1d));
  const { outcome } = await imports.import(KEEPER, { name: 'relevé.csv', content }, archive());
  expect(await read(KEEPER, outcome.items[0] ?? '')).toMatchObject({ title: 'Café de la Grève', notes: '“déjà vu”' });
  const { file } = await read(KEEPER, String(outcome.import));
  const [attached = ''] = file as readonly string[];
  expect(await read(KEEPER, attached)).toMatchObject({ originalName: 'relevé.csv', filetype: 'text/csv' });
});

it('[ARCH-02] a text under the name of a workbook is refused as what it is', async () => {
  const key = await imports.upload(KEEPER, { name: 'tides.xlsx', content: 'The tide tables are in the other folder.' });
  expect(await world.ask(KEEPER, 'act/readSheet', { upload: key, ...archive() })).toMatchObject({
    refused: 'invalid',
    params: {
      errors: [{ path: '/upload', message: 'sheet.textNamedWorkbook', params: { name: 'tides.xlsx' } }],
    },
  });
});

const LETTERS = 'Title,Publisher\nMémoire d’été,Zoë Gagné\nÎle aux Hérons,François – père\n';
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
/** Returns the bytes in a buffer of their own, as an upload needs them. */
const copied = (bytes: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

it.each([
  ['utf-8', Buffer.from(`\uFEFF${LETTERS}`)],
  ['utf-16le', utf16(`\uFEFF${LETTERS}`)],
  ['utf-16be', utf16(LETTERS).swap16()],
  ['windows-1252', encoded(LETTERS, 'windows-1252')],
  ['macintosh', encoded(LETTERS, 'macintosh')],
] as const)('[ARCH-02] the letters of a table in %s are those of its records', async (encoding, bytes) => {
  const content = copied(bytes);
  const key = await imports.upload(KEEPER, { name: `${encoding}.csv`, content });
  expect(await imports.readSheet(KEEPER, key, archive())).toMatchObject({ encoding, rows: 2 });
  const { outcome } = await imports.check(KEEPER, key, archive());
  expect(outcome.preview.map(({ values }) => [values['title'], values['publisher']])).toEqual([
    ['Mémoire d’été', 'Zoë Gagné'],
    ['Île aux Hérons', 'François – père'],
  ]);
});

it('[ARCH-02] a table of two encodings refuses the cells of the smaller part, and reads the others', async () => {
  const content = copied(Buffer.concat([Buffer.from(LETTERS), encoded('Carte,Zoë\n', 'windows-1252')]));
  const { outcome } = await imports.check(KEEPER, { content }, archive());
  expect(outcome.counts).toMatchObject({ created: 2, refused: 1 });
  expect(outcome.refused).toMatchObject([{ row: 4, column: 1, message: 'sheet.cell.unreadable' }]);
});

it('[ARCH-02] a cell of a megabyte is refused with its row, and the other rows are imported', async () => {
  const content = `Title,Notes\nLong,${'x'.repeat(1_048_576)}\nShort,kept\n`;
  const { outcome } = await imports.import(KEEPER, { name: 'long.csv', content }, archive());
  expect(outcome.counts).toMatchObject({ created: 1, refused: 1 });
  expect(outcome.refused).toMatchObject([{ row: 2, column: 1, message: 'sheet.cell.tooLong' }]);
  expect(await read(KEEPER, outcome.items[0] ?? '')).toMatchObject({ title: 'Short', notes: 'kept' });
});

it('[ARCH-02] files that are cut off, too wide or no tables are refused with one reason each, by the check and by the import', async () => {
  const wide = Array.from({ length: 2_000 }, (_, at) => `Column ${at}`).join(',');
  const workbook = await xlsx({ sheets: [{ name: 'S', xml: textRows([['Title'], ['One']]) }] });
  const openDocument = await ods('<table:table table:name="S"></table:table>');
  const files: readonly (readonly [string, string, Buffer | string])[] = [
    ['sheet.truncated', 'cut.xlsx', workbook.subarray(0, workbook.length - 40)],
    ['sheet.truncated', 'cut.ods', openDocument.subarray(0, openDocument.length - 40)],
    ['sheet.notJson', 'cut.json', '[{"Title":"One"},{"Title":'],
    ['sheet.openQuote', 'cut.csv', 'Title,Notes\nOne,"never closed\n'],
    ['sheet.tooManyColumns', 'wide.csv', `${wide}\n${wide}\n`],
    ['sheet.isPdf', 'scan.csv', '%PDF-1.7\n'],
    ['sheet.empty', 'empty.tsv', ''],
  ];
  const columns = [{ column: 0, to: 'title' }];
  for (const [message, name, bytes] of files) {
    const key = await imports.upload(KEEPER, { name, content: copied(Buffer.from(bytes)) });
    const refusal = await world.ask(KEEPER, 'act/readSheet', { upload: key, ...archive() });
    expect([name, refusal]).toMatchObject([name, { refused: 'invalid', params: { errors: [{ message }] } }]);
    const started = await imports.start(KEEPER, 'runImport', { upload: key, ...archive(), columns });
    await world.runJobs();
    expect([name, await imports.taskOf(KEEPER, started)]).toMatchObject([name, { state: 'FAILED' }]);
    const made = await world.ask(KEEPER, 'search/ids', { must: { _t: ['ArchiveEntry'], text: ['One'] } });
    expect([name, made]).toMatchObject([name, { ok: { ids: [] } }]);
  }
});
