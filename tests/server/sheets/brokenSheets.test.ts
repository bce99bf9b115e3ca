// One table in every format, cut off at many places and with cells of a megabyte: a reader refuses the file by a reason that people can
// read, or returns rows that are those of the whole table. Memory stays within bounds.

import { describe, expect, it } from 'vitest';
import messages from 'src/generated/messages.en.json' with { type: 'json' };
import { SHEET_BOUNDS } from 'src/server/sheets/Sheet.ts';
import { FileRefused } from 'src/server/fileReader/fileRefused.ts';
import { ods, textRows, xlsx } from 'tests/server/sheets/makeWorkbooks.ts';
import { tableOf, type TestTable } from 'tests/server/sheets/tableOf.ts';

type Rows = readonly (readonly string[])[];

const CUTS = 60;
const MEGABYTE = 1_048_576;
const CAPTIONS = ['Code', 'Title', 'Keeper'];
const TABLE: Rows = [
  CAPTIONS,
  ...Array.from({ length: 40 }, (_, at) => [`00${at}`, `Été, part ${at}`, at % 2 === 0 ? 'Zoë; Renée' : 'Ŵilla']),
];

const csvText = (rows: Rows): string => rows.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\r\n');
const records = (rows: Rows): object[] =>
  rows.slice(1).map((row) => Object.fromEntries(row.map((cell, at) => [CAPTIONS[at] ?? '', cell])));
const odsRows = (rows: Rows): string =>
  `<table:table table:name="S">${rows
    .map(
      (row) =>
        `<table:table-row>${row
          .map((cell) => `<table:table-cell office:value-type="string"><text:p>${cell}</text:p></table:table-cell>`)
          .join('')}</table:table-row>`,
    )
    .join('')}</table:table>`;

/** A format, and whether a beginning of its file can be a table. */
const FORMATS: Readonly<
  Record<string, { readonly isText: boolean; readonly write: (rows: Rows) => Promise<Buffer> | Buffer }>
> = {
  CSV: { isText: true, write: (rows) => Buffer.from(csvText(rows)) },
  'CSV in UTF-16': { isText: true, write: (rows) => Buffer.from(`\uFEFF${csvText(rows)}`, 'utf16le') },
  'CSV in windows-1252': {
    isText: true,
    write: (rows) => Buffer.from(csvText(rows).replaceAll('Ŵ', 'W'), 'latin1'),
  },
  TSV: { isText: true, write: (rows) => Buffer.from(rows.map((row) => row.join('\t')).join('\n')) },
  JSON: { isText: false, write: (rows) => Buffer.from(JSON.stringify(records(rows))) },
  XLSX: { isText: false, write: (rows) => xlsx({ sheets: [{ name: 'S', xml: textRows(rows) }] }) },
  ODS: { isText: false, write: (rows) => ods(odsRows(rows)) },
};

/** Returns the table, or the message of the refusal. Every other error fails the test. */
const readOrRefusal = async (content: Buffer): Promise<TestTable | string> => {
  try {
    return await tableOf(content);
  } catch (error) {
    if (error instanceof FileRefused) return error.refusal.message;
    throw error;
  }
};

describe.each(Object.entries(FORMATS))('[ARCH-02] %s', (name, { isText, write }) => {
  it('that is cut off is refused in words, or gives only rows of the whole table', async () => {
    const whole = await write(TABLE);
    const expected = new Set((await tableOf(whole)).rows.map(({ cells }) => JSON.stringify(cells)));
    for (let cut = 0; cut < CUTS; cut += 1) {
      const part = whole.subarray(0, Math.floor((whole.length * cut) / CUTS));
      const found = await readOrRefusal(part);
      if (typeof found === 'string') {
        expect(Object.keys(messages)).toContain(found);
        continue;
      }
      expect({ name, cut, isText }).toEqual({ name, cut, isText: true });
      // The last row may be cut off; a text without quotes around it has nothing that shows it.
      for (const { cells } of found.rows.slice(0, -1)) expect(expected).toContain(JSON.stringify(cells));
    }
  });

  it('with cells of a megabyte gives the other rows, and needs little memory', async () => {
    const long = 'x'.repeat(MEGABYTE);
    const rows: Rows = [
      CAPTIONS,
      ...Array.from({ length: 20 }, (_, at) => [String(at), at % 2 === 0 ? long : 'short', 'Zoë']),
    ];
    const content = await write(rows);
    const before = process.memoryUsage().heapUsed;
    const found = await tableOf(content);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(200 * MEGABYTE);
    expect(found.rows.map(({ problems }) => problems)).toEqual(
      Array.from({ length: 20 }, (_, at) =>
        at % 2 === 0
          ? [{ column: 1, message: 'sheet.cell.tooLong', params: { max: SHEET_BOUNDS.cellSigns } }]
          : undefined,
      ),
    );
  });
});
