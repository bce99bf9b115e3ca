// The comparison of columns with rows of the table, without a database: every value of a row counts.

import { describe, expect, it } from 'vitest';
import { differingRows } from 'src/server/search/check/differingRows.ts';
import { Table, type RowMessage } from 'src/server/search/columns/Table.ts';
import { TermPlaces } from 'src/server/search/columns/TermPlaces.ts';

const TYPE = 102;

const tableRow = (i: number, more: Partial<RowMessage> = {}): RowMessage => ({
  ...{ i, n: i, acl: 1, created: i, updated: i, terms: '{1,2}', words: null, label: null },
  sortKeys: JSON.stringify({ year: [1900 + i, 1950], title: `Title ${i}`, state: [[0, 'NEW']] }),
  places: JSON.stringify([['place', null, '(2,2),(1,1)', null]]),
  levels: JSON.stringify([
    [7, '{3}', '{"price": 5}'],
    [8, '{4}', '{}'],
  ]),
  ...more,
});

const interner = new TermPlaces();
interner.add({
  ids: Int32Array.of(1, 2, 3, 4),
  props: ['genres', 'tags'],
  prop: Int32Array.of(0, 0, 0, 1),
  targetType: Int32Array.of(0, 0, 0, 0),
  targetNumber: Int32Array.of(0, 0, 0, 0),
});

const filledTable = (rows: readonly RowMessage[]): Table => {
  const columns = [
    { path: 'year', kind: 'number' as const, many: true },
    { path: 'title', kind: 'text' as const, many: false },
    { path: 'state', kind: 'steps' as const, many: false },
    { path: 'price', kind: 'number' as const, many: false },
  ];
  const table = new Table({ type: 'Book', number: TYPE, columns, places: ['place'], facets: ['genres'] });
  for (const each of rows) table.put(each);
  return table;
};

const differences = (held: readonly RowMessage[], stored: readonly RowMessage[], hasTexts = false): number[] =>
  differingRows(
    { tables: new Map([[TYPE, filledTable(held)]]), interner, hasTexts },
    { type: TYPE, above: 0, upTo: 10, rows: stored },
  );

const CHANGES: readonly (readonly [string, Partial<RowMessage>])[] = [
  ['its readers', { acl: 2 }],
  ['its place in the order', { n: 99 }],
  ['its time of creation', { created: 99 }],
  ['its last change', { updated: 99 }],
  ['its terms', { terms: '{1}' }],
  ['a further number', { sortKeys: JSON.stringify({ year: [1901, 1951], title: 'Title 1', state: [[0, 'NEW']] }) }],
  ['a text', { sortKeys: JSON.stringify({ year: [1901, 1950], title: 'Title 2', state: [[0, 'NEW']] }) }],
  ['its box', { places: JSON.stringify([['place', null, '(2,2),(1,0)', null]]) }],
  ['the readers of its box', { places: JSON.stringify([['place', 7, '(2,2),(1,1)', null]]) }],
  ['a restricted value', { levels: JSON.stringify([[7, '{3}', '{"price": 6}']]) }],
  ['a restricted term', { levels: JSON.stringify([[7, '{2}', '{"price": 5}']]) }],
  ['the readers of a part', { levels: JSON.stringify([[9, '{3}', '{"price": 5}']]) }],
];

describe('differing rows', () => {
  it('are none when the columns have what the table has, in any order of the parts', () => {
    const levels = JSON.stringify([
      [8, '{4}', '{}'],
      [7, '{3}', '{"price": 5}'],
    ]);
    expect(differences([tableRow(1), tableRow(2)], [tableRow(1), tableRow(2, { levels })])).toEqual([]);
  });

  it.each(CHANGES)('are found by %s', (_, change) => {
    expect(differences([tableRow(1), tableRow(2)], [tableRow(1, change), tableRow(2)])).toEqual([1]);
  });

  it('are found when the columns lack one, and when they keep one of the block that is gone', () => {
    expect(differences([tableRow(2)], [tableRow(1), tableRow(2)])).toEqual([1]);
    expect(differences([tableRow(1), tableRow(2), tableRow(11)], [tableRow(2)])).toEqual([1]);
  });

  it('are found by the words, the label and the readers of restricted words, once all texts were read', () => {
    const withText = (words: string, label: string, acl = 7): RowMessage =>
      tableRow(1, { words, label, levels: JSON.stringify([[acl, '{3}', '{"price": 5}', 'hidden']]) });
    const held = [withText('cedar', 'Cedar')];
    expect(differences(held, [withText('cedar', 'Cedar')], true)).toEqual([]);
    expect(differences(held, [withText('birch', 'Cedar')], true)).toEqual([1]);
    expect(differences(held, [withText('cedar', 'Birch')], true)).toEqual([1]);
    expect(differences(held, [withText('cedar', 'Cedar', 9)], true)).toEqual([1]);
    expect(differences([tableRow(1)], [tableRow(1)], true)).toEqual([1]);
    expect(differences([tableRow(1)], [tableRow(1)])).toEqual([]);
  });
});
