// The rows that an import could not make items of, as a table that can be mended: where each stands in the file, why it was refused, and
// its attributes.

import { IntlMessageFormat } from 'intl-messageformat';
import type { GeometryFault } from 'src/model/geo/checkShape.ts';
import type { GeoRow } from 'src/server/geoFiles/geoFile.ts';
import { csvOf } from 'src/server/tasks/contentsList.ts';

export interface RefusedRow extends Pick<GeoRow, 'n' | 'properties'> {
  readonly layer: string;
  readonly fault: GeometryFault;
}

type Messages = Readonly<Record<string, string>>;

const reasonOf = ({ message, params }: GeometryFault, messages: Messages): string => {
  const text = messages[message];
  if (text === undefined) return message;
  try {
    return String(new IntlMessageFormat(text, 'en').format(params as Record<string, string | number> | undefined));
  } catch {
    return text;
  }
};

export const refusedCsv = (rows: readonly RefusedRow[], messages: Messages): Buffer => {
  const names = [...new Set(rows.flatMap(({ properties }) => Object.keys(properties)))];
  const word = (id: string): string => messages[`geoFile.table.${id}`] ?? id;
  return csvOf([
    [word('row'), word('layer'), word('reason'), ...names],
    ...rows.map(({ n, layer, fault, properties }) => [
      ...[String(n), layer, reasonOf(fault, messages)],
      ...names.map((name) => (Object.hasOwn(properties, name) ? String(properties[name]) : '')),
    ]),
  ]);
};
