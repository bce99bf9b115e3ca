// CSV and TSV in each encoding, with each delimiter, and with the disorder of real files.

import { describe, expect, it } from 'vitest';
import { encoded } from 'tests/server/sheets/encoded.ts';
import { cellsOf, namesOf, tableOf } from 'tests/server/sheets/tableOf.ts';

const TABLE =
  'Title,Keeper,Price\nMémoire d’été,Zoë Gagné,“3”\nRivière à l’Ours,Renée,5\nÎle aux Hérons,François – père,7\n';

describe('encodings', () => {
  const cases: readonly (readonly [string, Buffer])[] = [
    ['utf-8', Buffer.from(TABLE)],
    ['utf-8', Buffer.from(`\uFEFF${TABLE}`)],
    ['utf-16le', Buffer.from(`\uFEFF${TABLE}`, 'utf16le')],
    ['utf-16le', Buffer.from(TABLE, 'utf16le')],
    ['utf-16be', Buffer.from(`\uFEFF${TABLE}`, 'utf16le').swap16()],
    ['utf-16be', Buffer.from(TABLE, 'utf16le').swap16()],
    ['windows-1252', encoded(TABLE, 'windows-1252')],
    ['macintosh', encoded(TABLE, 'macintosh')],
  ];

  it.each(cases)('[ARCH-02] %s is recognised and read', async (encoding, content) => {
    const { summary, rows } = await tableOf(content);
    expect(summary).toMatchObject({ format: 'CSV', encoding, delimiter: ',', headerRow: 1, rows: 3 });
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['Mémoire d’été', 'Zoë Gagné', '“3”'],
      ['Rivière à l’Ours', 'Renée', '5'],
      ['Île aux Hérons', 'François – père', '7'],
    ]);
  });

  it('[ARCH-02] the person’s choice replaces the detected encoding', async () => {
    const content = encoded('Name\nŽofie\n', 'windows-1252');
    expect(await cellsOf(content, { encoding: 'macintosh' })).toEqual([['éofie']]);
    expect(await cellsOf(content, { encoding: 'windows-1252' })).toEqual([['Žofie']]);
  });

  it('[ARCH-02] a file of two encodings names the cells of the smaller part', async () => {
    const utf8 = Buffer.from('Title,Keeper\nÉté à la rivière,Zoë\n');
    const mostlyUtf8 = await tableOf(Buffer.concat([utf8, encoded('Plain,Zoë\n', 'windows-1252')]));
    expect(mostlyUtf8.summary.encoding).toBe('utf-8');
    expect(mostlyUtf8.rows.map(({ row, problems }) => [row, problems?.map(({ column }) => column)])).toEqual([
      [2, undefined],
      [3, [1]],
    ]);
    const latin = encoded('Title,Keeper\nÉté à la rivière,Zoë Gagné\nMémoire d’été,Renée\n', 'windows-1252');
    const mostlyLatin = await tableOf(Buffer.concat([latin, Buffer.from('Plain,Zoë\n')]));
    expect(mostlyLatin.summary.encoding).toBe('windows-1252');
    expect(mostlyLatin.rows.at(-1)?.problems).toEqual([{ column: 1, message: 'sheet.cell.otherEncoding' }]);
    expect(mostlyLatin.rows.slice(0, -1).every(({ problems }) => problems === undefined)).toBe(true);
  });

  it('[ARCH-02] a character that is cut off is reported at its cell', async () => {
    const { rows } = await tableOf(Buffer.concat([Buffer.from('Été,B\né,Zo'), Buffer.from([0xc3])]));
    expect(rows[0]?.problems).toEqual([{ column: 1, message: 'sheet.cell.unreadable' }]);
  });
});

describe('delimiters and quotes', () => {
  it.each([
    [';', 'CSV'],
    ['\t', 'TSV'],
    ['|', 'CSV'],
    [',', 'CSV'],
  ])('[ARCH-02] the delimiter %j is recognised', async (delimiter, format) => {
    const lines = [
      ['Title', 'Note', 'Year'],
      ['A', 'one, two; three', '1987'],
      ['B', 'x, y', '1990'],
    ];
    const quoted = lines.map((cells) => cells.map((cell) => `"${cell}"`).join(delimiter)).join('\r\n');
    const { summary, rows } = await tableOf(quoted);
    expect(summary).toMatchObject({ format, delimiter, rows: 2 });
    expect(rows[0]?.cells).toEqual(['A', 'one, two; three', '1987']);
  });

  it('[ARCH-02] the separator line of Excel is followed and is no row', async () => {
    expect(await tableOf('sep=;\nA;B\n1;2,5\n')).toMatchObject({
      summary: { delimiter: ';', headerRow: 2 },
      rows: [{ row: 3, cells: ['1', '2,5'] }],
    });
  });

  it('[ARCH-02] one column is a table', async () => {
    expect(await cellsOf('Name\nAda\nBen\n')).toEqual([['Ada'], ['Ben']]);
  });

  it('[ARCH-02] texts keep line breaks, quotes and stray quotes', async () => {
    expect(await cellsOf('A,B\n"one\r\ntwo","say ""yes"""\n5" nails,x\n')).toEqual([
      ['one\ntwo', 'say "yes"'],
      ['5" nails', 'x'],
    ]);
  });

  it('[ARCH-02] identifiers, formulas and dates stay texts', async () => {
    expect(await cellsOf('Code,Formula,Date\n007,=1+1,03/04/2020\n1E5,"=HYPERLINK(""http://x"")",1987\n')).toEqual([
      ['007', '=1+1', '03/04/2020'],
      ['1E5', '=HYPERLINK("http://x")', '1987'],
    ]);
  });
});

describe('captions', () => {
  it('[ARCH-02] titles and empty rows come before the captions, and empty rows are left out', async () => {
    const { summary, rows } = await tableOf(
      'Inventory of 2024,,,\n,,,\nCode,Title,,Year\nA1,One,,1987\n,,,\nA2,Two,,\n',
    );
    expect(summary).toMatchObject({ headerRow: 3, rows: 2 });
    expect(summary.columns.map(({ letter, name, filled }) => [letter, name, filled])).toEqual([
      ['A', 'Code', 2],
      ['B', 'Title', 2],
      ['D', 'Year', 1],
    ]);
    expect(rows).toEqual([
      { row: 4, cells: ['A1', 'One', null, '1987'] },
      { row: 6, cells: ['A2', 'Two'] },
    ]);
  });

  it('[ARCH-02] repeated captions get numbers, and columns without one keep their letter', async () => {
    expect(await namesOf('Name,Name, Name ,Date\n1,2,3,4\n')).toEqual(['Name', 'Name (2)', 'Name (3)', 'Date']);
    const { summary } = await tableOf('A,,C,D,E\n1,2,3,4,5\n');
    expect(summary.columns[1]).toMatchObject({ letter: 'B', name: '', values: ['2'] });
    expect(summary.notes).toEqual(['sheet.note.columnsWithoutCaption']);
  });

  it('[ARCH-02] the person can name the row of the captions', async () => {
    const content = 'Code,Title\nc,t\nA1,One\n';
    expect(await tableOf(content, { headerRow: 2 })).toMatchObject({
      summary: { headerRow: 2, columns: [{ name: 'c' }, { name: 't' }] },
      rows: [{ row: 3, cells: ['A1', 'One'] }],
    });
  });

  it('[ARCH-02] a preview stops after its rows', async () => {
    const lines = Array.from({ length: 5_000 }, (_, at) => `${at},x`);
    const { summary, rows } = await tableOf(`N,X\n${lines.join('\n')}`, { maxRows: 20 });
    expect([summary.rows, rows.length, summary.columns[0]?.values]).toEqual([20, 20, ['0', '1', '2', '3', '4']]);
  });
});

describe('JSON', () => {
  it('[ARCH-02] records become rows, objects in them become dotted columns, lists stay lists', async () => {
    const records = [
      {
        code: '007',
        place: { name: 'Bay', geometry: { type: 'Point', coordinates: [1, 2] } },
        tags: ['a', 'b'],
        open: true,
      },
      { code: 'B', place: null, size: 1.5, extra: [{ a: 1 }] },
    ];
    const { summary, rows } = await tableOf(JSON.stringify(records));
    expect(summary).toMatchObject({ format: 'JSON', headerRow: 0, rows: 2 });
    expect(summary.columns.map(({ name }) => name)).toEqual([
      ...['code', 'place.name', 'place.geometry', 'tags', 'open', 'place', 'size', 'extra'],
    ]);
    expect(rows).toEqual([
      { row: 1, cells: ['007', 'Bay', '{"type":"Point","coordinates":[1,2]}', ['a', 'b'], true] },
      { row: 2, cells: ['B', null, null, null, null, null, 1.5, '[{"a":1}]'] },
    ]);
  });

  it('[ARCH-02] an integer with more digits than a number has stays exact', async () => {
    expect(
      await cellsOf('{"items":[{"id":12345678901234567890,"n":12.5,"t":"1 \\"12345678901234567890\\""}]}'),
    ).toEqual([['12345678901234567890', 12.5, '1 "12345678901234567890"']]);
  });
});
