// Rows of an export whose types fill the fields of one format. Records of other types are omitted.

import type { TypeExports } from 'src/model/schema/TypeExports.ts';
import type { ExportRow, ExportSource } from 'src/server/exchange/exportSource.ts';
import type { ExportedValue } from 'src/server/exchange/exportValues.ts';

export interface MappedRow<Mapping> {
  readonly row: ExportRow;
  readonly mapping: Mapping;
}

type Mappings = Required<TypeExports>;

/** Returns the rows of a page whose type declares the format. */
export const mappedRows = <Name extends keyof TypeExports>(
  source: ExportSource,
  rows: readonly ExportRow[],
  format: Name,
): MappedRow<Mappings[Name]>[] =>
  rows.flatMap((row) => {
    const mapping = source.mappingOf(row.item._t)[format];
    return mapping ? [{ row, mapping: mapping as Mappings[Name] }] : [];
  });

/** Returns the values at all paths, in their order. */
export const valuesOfPaths = ({ values }: ExportRow, paths: readonly string[] = []): readonly ExportedValue[] =>
  paths.flatMap((path) => values(path));

/** Returns the values at one path, or none where the mapping has no path. */
export const valuesOfPath = (row: ExportRow, path: string | undefined): readonly ExportedValue[] =>
  path === undefined ? [] : row.values(path);

/** Address of an item's page. */
export const pageAddress = ({ origin }: Pick<ExportSource, 'origin'>, id: string): string => `${origin}/i-${id}`;
