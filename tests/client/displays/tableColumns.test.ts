import { describe, expect, it } from 'vitest';
import type { ColumnChoice } from 'src/model/listing/listingState.ts';
import { columnPaths, tableColumns, widthsFilling } from 'src/client/displays/tableColumns.ts';
import { registry } from 'tests/toy/generated/registry.client.ts';

const types = (...names: string[]) => names.flatMap((name) => registry.types[name] ?? []);
const paths = (names: string[], chosen?: readonly ColumnChoice[]): string[] =>
  tableColumns(types(...names), chosen).map(({ path }) => path);

describe('columns of a table', () => {
  it('[ITEM-03] are the declared ones, the title first, then level, owner and when it was made', () => {
    expect(paths(['Book'])).toEqual(['$label', 'state', 'shelf', 'genres', 'year', '$access', '_c.ts']);
    expect(columnPaths(types('Book'))).toEqual(expect.arrayContaining(['printed', 'price', '_c.ts', '_c', '_i']));
    expect(columnPaths(types('Book'))).not.toEqual(expect.arrayContaining(['title']));
  });

  it('[PERM-01] say nothing of a level where another item decides who sees the item', () => {
    for (const name of ['Book', 'Event'])
      expect([name, columnPaths(types(name)).includes('$access')]).toEqual([name, name === 'Book']);
    expect(paths(['Event'])).not.toContain('$access');
  });

  it('[NTFY-01] give the sentence and the time of day of an event their place', () => {
    const widthOf = (name: string, path: string): number =>
      tableColumns(types(name)).find((column) => column.path === path)?.width ?? 0;
    for (const path of ['$label', '_c.ts']) expect(widthOf('Event', path)).toBeGreaterThan(widthOf('Book', path));
  });

  it('fall back to the headers of the type', () => {
    expect(paths(['Loan'])).toEqual(['$label', 'borrower', 'from', 'to', 'state', '_c.ts']);
  });

  it('of several types name the type, who may see it and whose it is', () => {
    expect(paths(['Book', 'Shelf'])).toEqual(['$label', '_t', 'visibility', '$owner', '_c.ts']);
  });

  it('[ITEM-03] are the chosen ones, as wide as chosen, without missing properties', () => {
    const chosen = [{ path: 'year', width: 90 }, { path: 'gone' }, { path: 'weight', width: 9999 }, { path: 'title' }];
    expect(paths(['Book'], chosen)).toEqual(['$label', 'year', 'weight']);
    const columns = tableColumns(types('Book'), chosen);
    expect(columns.map(({ width }) => width)).toEqual([290, 90, 600]);
    expect(widthsFilling(columns, chosen, 1200)).toEqual([510, 90, 600]);
    expect(widthsFilling(columns, chosen, 500)).toEqual([290, 90, 600]);
  });

  it('sort by a header where the type declares a sort', () => {
    const [book] = [registry.types.Book];
    const sorts = Object.fromEntries(tableColumns(book ? [book] : []).map(({ path, sort }) => [path, sort]));
    expect(sorts).toMatchObject({ $label: 'title', year: 'year', '_c.ts': 'created' });
    expect(sorts.state).toBeUndefined();
  });
});
