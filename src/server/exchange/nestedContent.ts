// The nested content of an exported record, as the mapping of its type declares it.

import type { Cell } from 'src/model/kinds/KindCodec.ts';
import type { CsvTablesMapping } from 'src/model/schema/TypeExports.ts';
import type { ExportRow, ExportSource } from 'src/server/exchange/exportSource.ts';
import { valuesOfPath } from 'src/server/exchange/mappedRows.ts';
import { mergedContent, nestedRows, type NestedRow } from 'src/server/exchange/nestedTables.ts';

const nestedValueAt = ({ item }: ExportRow, path: string): unknown => {
  let value: unknown = item;
  for (const name of path.split('.')) value = (value as Readonly<Record<string, unknown>> | undefined)?.[name];
  return value;
};

/** Returns the text by which the tables of an export name a record. */
export const recordKeyOf = (row: ExportRow, key: string | undefined): string =>
  valuesOfPath(row, key)[0]?.text ?? row.item.$id;

/** Returns the rows of all tables that the content of a record fills. The first one is the row of the record. */
export const contentRows = (
  row: ExportRow,
  { key, content, position = {} }: CsvTablesMapping,
): readonly NestedRow[] => {
  const contents = content.map((path) => nestedValueAt(row, path));
  return nestedRows(contents.reduce(mergedContent, {}), recordKeyOf(row, key), position);
};

/**
 * Returns the content of a record as named cells, for formats with one entry for each record. The entry `people[2]-name` is a member of the
 * second object in a list.
 */
export const contentCells = (row: ExportRow, source: Pick<ExportSource, 'mappingOf'>): ReadonlyMap<string, Cell> => {
  const { csvTables } = source.mappingOf(row.item._t);
  if (!csvTables) return new Map();
  const recordKey = recordKeyOf(row, csvTables.key);
  return new Map(
    contentRows(row, csvTables).flatMap(({ key, cells }) => {
      const entry = key.slice(recordKey.length + 1);
      return [...cells].map(([heading, cell]) => [entry === '' ? heading : `${entry}-${heading}`, cell] as const);
    }),
  );
};
