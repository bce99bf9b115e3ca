// The mapping of a table: which column goes into which property, and how its cells are read.

import type { ImportColumn, ImportSheet, ImportTarget } from 'src/model/generated/wire.ts';

export type TableColumn = ImportSheet['columns'][number];

/** Mapped columns by their position. */
export type TableMapping = ReadonlyMap<number, ImportColumn>;

export const mappingOfSheet = ({ mapping }: ImportSheet): TableMapping =>
  new Map(mapping.map((each) => [each.column, each]));

/** Returns the mapping with another target for the column. An empty target leaves the column out. */
export const withTarget = (mapping: TableMapping, { column, name }: TableColumn, to: string): TableMapping => {
  const next = new Map(mapping);
  if (to === '') next.delete(column);
  else next.set(column, { column, ...(name !== '' && { name }), to });
  return next;
};

export const withSettings = (mapping: TableMapping, changed: ImportColumn): TableMapping =>
  new Map([...mapping, [changed.column, changed]]);

/** The columns as the server takes them, in the order of the table. The next import leaves out named columns that this one leaves out. */
export const mappedInput = ({ columns }: ImportSheet, mapping: TableMapping): ImportColumn[] =>
  columns.flatMap(({ column, name }) => mapping.get(column) ?? (name === '' ? [] : { column, name, to: '' }));

/** Targets that a record needs and that no column fills. A row that changes a record does not need them. */
export const missingTargets = ({ targets, updates }: ImportSheet, mapping: TableMapping): readonly ImportTarget[] => {
  const taken = new Set([...mapping.values()].map(({ to }) => to));
  return updates ? [] : targets.filter(({ path, required }) => required && !taken.has(path));
};

/** Target that keeps values under the names of their columns. */
const REST_TARGET = '$rest';

/** True if the person chooses how cells of this target are read. */
export const hasSettings = ({ path, date, many, unknown = [], match = [], missing = false }: ImportTarget): boolean =>
  date || (many && path !== REST_TARGET) || unknown.length > 1 || match.length > 1 || missing;
