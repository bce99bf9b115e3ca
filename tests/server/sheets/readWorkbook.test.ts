// XLSX and ODS: values as the person sees them in the spreadsheet, and the disorder of real workbooks.

import { writeXlsx } from 'hucre/xlsx';
import { writeOds } from 'hucre/ods';
import { describe, expect, it } from 'vitest';
import { ods, textRows, xlsx } from 'tests/server/sheets/makeWorkbooks.ts';
import { cellsOf, namesOf, refusalOf, tableOf } from 'tests/server/sheets/tableOf.ts';

/** Cells of one row by their XML, below a row of captions. */
const row = async (cells: string, more: { formats?: string[]; texts?: string; date1904?: boolean } = {}) => {
  const captions = '<row r="1"><c t="inlineStr"><is><t>A</t></is></c><c t="inlineStr"><is><t>B</t></is></c></row>';
  const xml = `<sheetData>${captions}<row r="2">${cells}</row></sheetData>`;
  return (await tableOf(await xlsx({ sheets: [{ name: 'S', xml }], ...more }))).rows[0];
};

const values = async (...args: Parameters<typeof row>) => (await row(...args))?.cells;

const WRITTEN = [
  ['Title', 'Count', 'Open', 'Day'],
  ['Été à la rivière', 12.5, true, new Date('2024-05-31T00:00:00Z')],
  ['007', 3, false, new Date('1987-01-02T14:30:00Z')],
];

describe('workbooks of another writer', () => {
  it('[ARCH-02] XLSX has texts, numbers, booleans and dates', async () => {
    const { summary, rows } = await tableOf(Buffer.from(await writeXlsx({ sheets: [{ name: 'One', rows: WRITTEN }] })));
    expect(summary).toMatchObject({ format: 'XLSX', sheet: 'One', headerRow: 1, rows: 2 });
    expect(rows[0]?.cells.slice(0, 3)).toEqual(['Été à la rivière', 12.5, true]);
    expect(rows[0]?.cells[3]).toEqual({ date: '2024-05-31' });
    expect(rows[1]?.cells.slice(0, 3)).toEqual(['007', 3, false]);
  });

  it('[ARCH-02] ODS has texts, numbers, booleans and dates', async () => {
    const { summary, rows } = await tableOf(Buffer.from(await writeOds({ sheets: [{ name: 'One', rows: WRITTEN }] })));
    expect(summary).toMatchObject({ format: 'ODS', sheet: 'One', headerRow: 1, rows: 2 });
    expect(rows[0]?.cells).toEqual(['Été à la rivière', 12.5, true, { date: '2024-05-31' }]);
    expect(rows[1]?.cells.slice(0, 3)).toEqual(['007', 3, false]);
  });
});

describe('XLSX', () => {
  it('[ARCH-02] dates have the precision that their format shows', async () => {
    const formats = [
      'yyyy\\-mm\\-dd',
      'mmm\\-yy',
      'yyyy',
      'd/m/yy h:mm',
      'h:mm',
      '[h]:mm',
      '"Day "0',
      '[$-409]mmmm d, yyyy',
    ];
    const cells = formats.map((_, at) => `<c s="${at + 1}"><v>31928.604166666668</v></c>`).join('');
    expect(await values(cells, { formats })).toEqual([
      ...[{ date: '1987-05-31' }, { date: '1987-05' }, { date: '1987' }, { date: '1987-05-31T14:30:00' }],
      ...['14:30', 31_928.604_166_666_7, 31_928.604_166_666_7, { date: '1987-05-31' }],
    ]);
  });

  it('[ARCH-02] both date systems and the false leap day are followed', async () => {
    const cells = [1, 59, 60, 61].map((serial) => `<c s="1"><v>${serial}</v></c>`).join('');
    const formats = ['yyyy-mm-dd'];
    expect(await values(cells, { formats })).toEqual([
      ...[{ date: '1900-01-01' }, { date: '1900-02-28' }, '1900-02-29', { date: '1900-03-01' }],
    ]);
    expect((await values(cells, { formats, date1904: true }))?.[0]).toEqual({ date: '1904-01-02' });
  });

  it('[ARCH-02] numbers are exact, and zeros of a format belong to an identifier', async () => {
    const cells =
      '<c><v>0.30000000000000004</v></c><c><v>1234567890123456789</v></c><c s="1"><v>7</v></c><c><v>1E5</v></c>';
    expect(await values(cells, { formats: ['0000'] })).toEqual([0.3, '1234567890123456789', '0007', 100_000]);
  });

  it('[ARCH-02] a formula has its stored result, or its own text', async () => {
    const found = await row(
      '<c t="str"><f>A1&amp;"x"</f><v>Ax</v></c><c><f>1+1</f><v>2</v></c><c><f>SUM(A1:A2)</f></c><c t="e"><f>X</f><v>#REF!</v></c>',
    );
    expect(found?.cells).toEqual(['Ax', 2, '=SUM(A1:A2)', '#REF!']);
    expect(found?.problems).toEqual([{ column: 3, message: 'sheet.cell.formulaError', params: { value: '#REF!' } }]);
  });

  it('[ARCH-02] shared texts have their runs, without phonetic readings and escapes', async () => {
    const texts =
      '<si><r><t>Long</t></r><r><t xml:space="preserve"> house</t></r><rPh sb="0" eb="1"><t>reading</t></rPh></si><si><t>a_x000D_\nb</t></si>';
    expect(await values('<c t="s"><v>0</v></c><c t="s"><v>1</v></c>', { texts })).toEqual(['Long house', 'a\nb']);
  });

  it('[ARCH-02] the first visible sheet is read unless another is chosen', async () => {
    const sheets = [
      { name: 'Secret', state: 'veryHidden' as const, xml: textRows([['X'], ['1']]) },
      { name: 'Items', xml: textRows([['Y'], ['2']]) },
      { name: 'More', xml: textRows([['Z'], ['3']]) },
    ];
    const file = await xlsx({ sheets });
    const { summary } = await tableOf(file);
    expect([summary.sheet, summary.sheets.map(({ hidden }) => hidden)]).toEqual(['Items', [true, false, false]]);
    expect(await namesOf(file, { sheet: 'More' })).toEqual(['Z']);
    expect(await refusalOf(file, { sheet: 'None' })).toBe('sheet.unknownSheet');
  });

  it('[ARCH-02] row numbers are those of the spreadsheet; merged and hidden parts are named', async () => {
    const xml = `<cols><col min="2" max="2" hidden="1"/></cols><sheetData>
      <row r="2"><c r="B2" t="inlineStr"><is><t>A</t></is></c><c r="C2" t="inlineStr"><is><t>B</t></is></c></row>
      <row r="5" hidden="1"><c r="C5"><v>1</v></c></row></sheetData><mergeCells><mergeCell ref="B5:B6"/></mergeCells>`;
    const { summary, rows } = await tableOf(await xlsx({ sheets: [{ name: 'S', xml }] }));
    expect(rows).toEqual([{ row: 5, cells: [null, null, 1] }]);
    expect(summary.columns.map(({ letter }) => letter)).toEqual(['B', 'C']);
    expect(summary.notes).toEqual(['sheet.note.hiddenColumns', 'sheet.note.hiddenRows', 'sheet.note.mergedCells']);
  });
});

describe('ODS', () => {
  const text = (value: string, more = ''): string =>
    `<table:table-cell office:value-type="string"${more}><text:p>${value}</text:p></table:table-cell>`;
  const captions = `<table:table-row>${text('A')}${text('B')}${text('C')}</table:table-row>`;
  const table = (rows: string, name = 'S', style = ''): string =>
    `<table:table table:name="${name}"${style}>${captions}${rows}</table:table>`;

  it('[ARCH-02] cells have their declared values, without annotations', async () => {
    const cells = [
      text('one<text:s text:c="3"/>two</text:p><text:p>three'),
      '<table:table-cell office:value-type="date" office:date-value="1987-05-31T00:00:00"><text:p>31 May</text:p></table:table-cell>',
      '<table:table-cell office:value-type="float" office:value="7"><text:p>0007</text:p></table:table-cell>',
      '<table:table-cell office:value-type="float" office:value="1234567890123456789"><text:p>1E18</text:p></table:table-cell>',
      '<table:table-cell office:value-type="string"><office:annotation><text:p>note</text:p></office:annotation><text:p>kept</text:p></table:table-cell>',
      '<table:table-cell table:formula="of:=[.A1]" office:value-type="string"><text:p>#REF!</text:p></table:table-cell>',
    ];
    const { rows } = await tableOf(await ods(table(`<table:table-row>${cells.join('')}</table:table-row>`)));
    expect(rows[0]?.cells).toEqual([
      ...['one   two\nthree', { date: '1987-05-31' }, '0007', '1234567890123456789', 'kept', '#REF!'],
    ]);
    expect(rows[0]?.problems).toEqual([{ column: 5, message: 'sheet.cell.formulaError', params: { value: '#REF!' } }]);
  });

  it('[ARCH-02] times of the day have their exact value, in the way each program stores them', async () => {
    const cells = [
      '<table:table-cell office:value-type="time" office:time-value="PT14H30M00S"><text:p>02:30 PM</text:p></table:table-cell>',
      '<table:table-cell office:value-type="time" office:time-value="PT09H05M07.25S"><text:p>9.05</text:p></table:table-cell>',
      '<table:table-cell office:value-type="date" office:date-value="1899-12-31T12:30:00"><text:p>12:30</text:p></table:table-cell>',
      '<table:table-cell office:value-type="time" office:time-value="PT30H00M00S"><text:p>30:00</text:p></table:table-cell>',
    ];
    const { rows } = await tableOf(await ods(table(`<table:table-row>${cells.join('')}</table:table-row>`)));
    expect(rows[0]?.cells).toEqual(['14:30', '09:05:07', '12:30', '30:00']);
  });

  it('[ARCH-02] repeated cells and rows are read, endless empty ones are not', async () => {
    const empty = '<table:table-cell table:number-columns-repeated="16384"/>';
    const rows = [
      `<table:table-row>${text('x', ' table:number-columns-repeated="2"')}${empty}</table:table-row>`,
      `<table:table-row table:number-rows-repeated="3">${empty}</table:table-row>`,
      `<table:table-row table:number-rows-repeated="2">${text('y')}</table:table-row>`,
      `<table:table-row table:number-rows-repeated="1048000">${empty}</table:table-row>`,
    ];
    const { rows: found } = await tableOf(await ods(table(rows.join(''))));
    expect(found).toEqual([
      { row: 2, cells: ['x', 'x'] },
      { row: 6, cells: ['y'] },
      { row: 7, cells: ['y'] },
    ]);
  });

  it('[ARCH-02] the first visible sheet is read unless another is chosen', async () => {
    const style = '<style:style style:name="h"><style:table-properties table:display="false"/></style:style>';
    const one = `<table:table-row>${text('1')}</table:table-row>`;
    const file = await ods(
      table(one, 'Hidden', ' table:style-name="h"') +
        table(one.replace('1', '2'), 'Seen') +
        table(one.replace('1', '3'), 'Last'),
      style,
    );
    const { summary } = await tableOf(file);
    expect([summary.sheet, summary.sheets.map(({ hidden }) => hidden)]).toEqual(['Seen', [true, false, false]]);
    expect(await cellsOf(file, { sheet: 'Last' })).toEqual([['3']]);
  });
});
