// Files that are broken, hostile, too large or of another kind: each is refused with its own sentence, and a wrong cell affects only its row.

import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import messages from 'src/generated/messages.en.json' with { type: 'json' };
import { SHEET_BOUNDS } from 'src/server/sheets/Sheet.ts';
import { zip } from 'tests/server/geoFiles/makeFiles.ts';
import { ods, textRows, xlsx } from 'tests/server/sheets/makeWorkbooks.ts';
import { refusalOf, tableOf } from 'tests/server/sheets/tableOf.ts';

const TABLE = [
  ['Code', 'Title'],
  ['007', 'One'],
];

const expectRefusals = async (cases: readonly (readonly [string, Buffer | string])[]): Promise<void> => {
  for (const [key, content] of cases) {
    expect(await refusalOf(content), String(content.slice(0, 60))).toBe(key);
    expect(Object.keys(messages)).toContain(key);
  }
};

it('[ARCH-02] names what a file is that is no table', async () => {
  const ole = Buffer.from('d0cf11e0a1b11ae1', 'hex');
  await expectRefusals([
    ['sheet.empty', ''],
    ['sheet.isPdf', '%PDF-1.7\n'],
    ['sheet.isPicture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a])],
    ['sheet.isOldExcel', Buffer.concat([ole, Buffer.from('Workbook', 'utf16le')])],
    ['sheet.encrypted', Buffer.concat([ole, Buffer.alloc(600), Buffer.from('EncryptedPackage', 'utf16le')])],
    ['sheet.isWebPage', '<html><body><table><tr><td>A</td></tr></table></body></html>'],
    [
      'sheet.isOldExcel',
      '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook><Worksheet/></Workbook>',
    ],
    ['sheet.isXml', '<?xml version="1.0"?><records><record/></records>'],
    ['sheet.isPacked', gzipSync('A,B\n1,2\n')],
    ['sheet.isDatabase', 'SQLite format 3\u0000'],
    ['sheet.isText', '{\\rtf1 text}'],
    ['sheet.isText', await zip({ '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w/>' })],
    ['sheet.isBinaryExcel', await zip({ '[Content_Types].xml': '<Types/>', 'xl/workbook.bin': 'x' })],
    ['sheet.isNumbers', await zip({ 'Index/Document.iwa': 'x' })],
    ['sheet.nothingInZip', await zip({ 'table.csv': 'A,B\n1,2\n' })],
    ['geoFile.noRows', '{"type":"FeatureCollection","features":[]}'],
    ['sheet.unknownKind', Buffer.concat([Buffer.from('A,B\n'), Buffer.alloc(20), Buffer.from('1,2\n')])],
  ]);
});

it('[ARCH-02] names what is wrong with a table as a whole', async () => {
  const entity = '<!DOCTYPE x [<!ENTITY a "b">]>';
  const workbook = await xlsx({ sheets: [{ name: 'S', xml: textRows(TABLE) }] });
  await expectRefusals([
    ['sheet.noRows', '\n\n'],
    ['sheet.onlyCaptions', 'Code,Title\n'],
    ['sheet.openQuote', 'Code,Title\n1,"never closed\n2,x\n'],
    ['sheet.notJson', '[{"a":1},{"a":'],
    ['sheet.noRecords', '{"a":1}'],
    ['sheet.noRecords', '[1,2]'],
    ['sheet.truncated', workbook.subarray(0, workbook.length - 40)],
    ['sheet.damaged', await xlsx({ sheets: [{ name: 'S', xml: '<sheetData><row><c>' }] })],
    ['sheet.entities', await zip({ 'content.xml': `${entity}<office:document-content xmlns:office="o"/>` })],
    [
      'sheet.encrypted',
      await zip({
        'content.xml': 'x',
        'META-INF/manifest.xml':
          '<manifest:manifest xmlns:manifest="m"><manifest:encryption-data/></manifest:manifest>',
      }),
    ],
  ]);
});

it('[ARCH-02] a table of 2,000 columns is refused in each format', async () => {
  const names = Array.from({ length: 2_000 }, (_, at) => `Column ${at}`);
  const record = Object.fromEntries(names.map((name) => [name, 1]));
  const cells = `<table:table-cell table:number-columns-repeated="2000" table:value-type="string"><text:p>x</text:p></table:table-cell>`;
  await expectRefusals([
    ['sheet.tooManyColumns', `${names.join(',')}\n${names.join(',')}\n`],
    ['sheet.tooManyColumns', JSON.stringify([record])],
    ['sheet.tooManyColumns', await xlsx({ sheets: [{ name: 'S', xml: textRows([names, names]) }] })],
    [
      'sheet.tooManyColumns',
      await ods(`<table:table table:name="S"><table:table-row>${cells}</table:table-row></table:table>`),
    ],
  ]);
});

it('[ARCH-02] a short file that declares millions of cells is refused', async () => {
  const cell = '<table:table-cell table:number-columns-repeated="900"><text:p>x</text:p></table:table-cell>';
  const rows = `<table:table-row table:number-rows-repeated="1000000">${cell}</table:table-row>`;
  await expectRefusals([['sheet.tooManyCells', await ods(`<table:table table:name="S">${rows}</table:table>`)]]);
});

it('[ARCH-02] a cell of a megabyte is refused, and other rows are read', async () => {
  const long = 'x'.repeat(1_048_576);
  const { rows } = await tableOf(`Code,Title\n1,${long}\n2,short\n`);
  expect(rows.map(({ row, problems }) => [row, problems])).toEqual([
    [2, [{ column: 1, message: 'sheet.cell.tooLong', params: { max: SHEET_BOUNDS.cellSigns } }]],
    [3, undefined],
  ]);
  expect(String(rows[0]?.cells[1]).length).toBeLessThan(1_000);
});

it('[ARCH-02] a workbook under the name of a text, and a text under that of a workbook, are read', async () => {
  expect((await tableOf(await xlsx({ sheets: [{ name: 'S', xml: textRows(TABLE) }] }))).summary.format).toBe('XLSX');
  expect((await tableOf('Code;Title\n007;One\n')).summary).toMatchObject({ format: 'CSV', delimiter: ';' });
});

it('[ARCH-02] a zero byte or half a character is reported at its cell', async () => {
  const { rows } = await tableOf(
    JSON.stringify([
      { a: 'x\u0000y', b: '\uD800' },
      { a: 'good', b: 'z' },
    ]),
  );
  expect(rows[0]?.problems?.map(({ column, message }) => [column, message])).toEqual([
    [0, 'sheet.cell.unreadable'],
    [1, 'sheet.cell.unreadable'],
  ]);
  expect(rows[0]?.cells).toEqual(['xy', '\uFFFD']);
  expect(rows[1]?.problems).toBeUndefined();
});
