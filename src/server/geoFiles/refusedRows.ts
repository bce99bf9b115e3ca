// The rows that an import could not make items of, as a table that can be mended: where each stands in the file, why it was refused, and
// its attributes.

import { IntlMessageFormat } from 'intl-messageformat';
import type { GeometryFault } from 'src/model/geo/checkShape.ts';
import { CSV_MARK, csvLine } from 'src/server/exchange/csvLine.ts';
import { READ_BOUNDS, type GeoRow } from 'src/server/geoFiles/geoFile.ts';

export interface RefusedRow extends Pick<GeoRow, 'n' | 'properties'> {
  readonly layer: string;
  readonly fault: GeometryFault;
}

type Messages = Readonly<Record<string, string>>;

/** Each message is parsed once for all rows. */
const createReasons = (messages: Messages): ((fault: GeometryFault) => string) => {
  const parsed = new Map<string, IntlMessageFormat>();
  return ({ message, params }) => {
    const text = messages[message];
    if (text === undefined) return message;
    try {
      const known = parsed.get(message) ?? new IntlMessageFormat(text, 'en');
      parsed.set(message, known);
      return String(known.format(params as Record<string, string | number> | undefined));
    } catch {
      return text;
    }
  };
};

/** The first names of attributes: every row of a file may have others, and the table would be as wide as the file is long. */
const namesOf = (rows: readonly RefusedRow[]): readonly string[] => {
  const names = new Set<string>();
  for (const { properties } of rows)
    for (const name of Object.keys(properties)) if (names.size < READ_BOUNDS.columns) names.add(name);
  return [...names];
};

export const refusedCsv = (rows: readonly RefusedRow[], messages: Messages): Buffer => {
  const names = namesOf(rows);
  const reasonOf = createReasons(messages);
  const word = (id: string): string => messages[`geoFile.table.${id}`] ?? id;
  const lines = rows.map(({ n, layer, fault, properties }) =>
    csvLine([
      ...[n, layer, reasonOf(fault)],
      ...names.map((name) => (Object.hasOwn(properties, name) ? String(properties[name]) : '')),
    ]),
  );
  return Buffer.from(CSV_MARK + csvLine([word('row'), word('layer'), word('reason'), ...names]) + lines.join(''));
};
