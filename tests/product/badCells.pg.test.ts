// The same wrong and ambiguous cells in every format of tables: a check names the row and the column of each, and identifiers stay texts.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { importsOf } from 'tests/product/importWorld.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';
import { ods, textRows, xlsx } from 'tests/server/sheets/makeWorkbooks.ts';

const KEEPER = 'capability holder';
const COLUMNS = ['Title', 'Document date', 'File number', 'Call number'] as const;
const ROWS = [
  ['Good', '1931-05-02', '007', '1E5'],
  ['Ambiguous', '03/04/1920', '008', '2E5'],
  ['No date', 'in spring', '009', '3E5'],
  ['No such day', '31/02/1920', '010', '4E5'],
  ['=HYPERLINK("http://x.example")', '1931-05-03', '+1', '@SUM(1)'],
] as const;

const escaped = (text: string): string => text.replaceAll('"', '&quot;');
const csvCell = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const odsRow = (cells: readonly string[]): string =>
  `<table:table-row>${cells
    .map((cell) => `<table:table-cell office:value-type="string"><text:p>${escaped(cell)}</text:p></table:table-cell>`)
    .join('')}</table:table-row>`;
const withCaptions: readonly (readonly string[])[] = [COLUMNS, ...ROWS];

const table = async (format: string): Promise<Uint8Array<ArrayBuffer>> => {
  const files: Readonly<Record<string, () => Promise<Buffer> | Buffer>> = {
    csv: () => Buffer.from(withCaptions.map((row) => row.map(csvCell).join(',')).join('\r\n')),
    tsv: () => Buffer.from(`\uFEFF${withCaptions.map((row) => row.join('\t')).join('\n')}`, 'utf16le'),
    json: () =>
      Buffer.from(JSON.stringify(ROWS.map((row) => Object.fromEntries(row.map((cell, at) => [COLUMNS[at], cell]))))),
    xlsx: () => xlsx({ sheets: [{ name: 'S', xml: textRows(withCaptions.map((row) => row.map(escaped))) }] }),
    ods: () => ods(`<table:table table:name="S">${withCaptions.map(odsRow).join('')}</table:table>`),
  };
  return new Uint8Array((await files[format]?.()) ?? []);
};

let world: ProductWorld;
const imports = importsOf(() => world);

beforeAll(async () => {
  world = await openProductWorld();
});
afterAll(() => world.stop());

it.each(['csv', 'tsv', 'json', 'xlsx', 'ods'])(
  '[ARCH-02] a check of wrong cells in %s names the row and the column of each',
  async (format) => {
    const content = await table(format);
    // A name that says another format decides nothing.
    const name = format === 'csv' ? 'catalogue.xlsx' : `catalogue.${format === 'json' ? 'csv' : format}`;
    const { outcome } = await imports.check(KEEPER, { name, content }, { kind: 'ARC_CSV', owner: world.own });
    const first = format === 'json' ? 1 : 2;
    expect(outcome.counts).toMatchObject({ created: 2, refused: 3 });
    expect(outcome.refused).toMatchObject([
      { row: first + 1, column: 1, value: '03/04/1920', message: 'import.ambiguousDate' },
      { row: first + 2, column: 1, value: 'in spring', message: 'import.notADate' },
      { row: first + 3, column: 1, value: '31/02/1920', message: 'import.notADate' },
    ]);
    expect(outcome.preview.map(({ values }) => [values['title'], values['fileNumber'], values['callNumber']])).toEqual([
      ['Good', '007', '1E5'],
      ['=HYPERLINK("http://x.example")', '+1', '@SUM(1)'],
    ]);
  },
);
