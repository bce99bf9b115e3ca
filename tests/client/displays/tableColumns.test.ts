import { describe, expect, it } from 'vitest';
import { tableColumns } from 'src/client/displays/tableColumns.ts';
import { registry } from 'tests/toy/generated/registry.client.ts';

const paths = (...names: string[]): string[] =>
  tableColumns(names.flatMap((name) => registry.types[name] ?? [])).map(({ path }) => path);

describe('columns of a table', () => {
  it('[ITEM-03] are the declared ones, the title first, the base headers last', () => {
    expect(paths('Book')).toEqual(['$label', 'state', 'shelf', 'genres', 'year', '_c.ts', '_c', '_i']);
  });

  it('fall back to the headers of the type', () => {
    expect(paths('Loan')).toEqual(['$label', 'borrower', 'from', 'to', 'state', '_c.ts', '_c', '_i']);
  });

  it('of several types name the type', () => {
    expect(paths('Book', 'Shelf')).toEqual(['$label', '_t', '_c.ts', '_c', '_i']);
  });

  it('sort by a header where the type declares a sort', () => {
    const [book] = [registry.types.Book];
    const sorts = Object.fromEntries(tableColumns(book ? [book] : []).map(({ path, sort }) => [path, sort]));
    expect(sorts).toMatchObject({ $label: 'title', year: 'year', '_c.ts': 'created' });
    expect(sorts.state).toBeUndefined();
  });
});
