// Table of the rows that an import refused, for correction: row number in the file, reason, and attributes.

import type { GeometryFault } from 'src/model/geo/checkShape.ts';
import { CSV_MARK, csvLine } from 'src/model/text/csvLine.ts';
import { READ_BOUNDS, type GeoRow } from 'src/server/geoFiles/geoFile.ts';
import type { MailValues } from 'src/server/store/mail/mailRows.ts';

export type RefusedRow = Pick<GeoRow, 'n' | 'properties'> & {
  readonly layer: string;
  readonly fault: GeometryFault;
};

/** Formats messages in the reader's language. */
export type FormatMessage = (id: string, values?: MailValues) => string | undefined;

/** Returns the first attribute names, because rows may have different ones and the table would be too wide. */
const attributeNamesOf = (rows: readonly RefusedRow[]): readonly string[] => {
  const names = new Set<string>();
  for (const { properties } of rows)
    for (const name of Object.keys(properties)) if (names.size < READ_BOUNDS.columns) names.add(name);
  return [...names];
};

export const refusedCsv = (rows: readonly RefusedRow[], format: FormatMessage): Buffer => {
  const names = attributeNamesOf(rows);
  const word = (id: string): string => format(`geoFile.table.${id}`) ?? id;
  const reasonOf = ({ message, params }: GeometryFault): string =>
    format(message, params as MailValues | undefined) ?? message;
  const lines = rows.map(({ n, layer, fault, properties }) =>
    csvLine([
      ...[n, layer, reasonOf(fault)],
      ...names.map((name) => (Object.hasOwn(properties, name) ? String(properties[name]) : '')),
    ]),
  );
  return Buffer.from(CSV_MARK + csvLine([word('row'), word('layer'), word('reason'), ...names]) + lines.join(''));
};
