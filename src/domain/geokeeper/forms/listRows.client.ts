// Reads choice lists from the text of files: CSV tables and GeoJSON layers.

import type { ListRow } from 'src/domain/geokeeper/forms/fillSession.ts';

const fieldCellText = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** Returns the properties of the features as rows. */
const rowsOfLayer = (text: string): readonly ListRow[] => {
  const { features = [] } = JSON.parse(text) as {
    readonly features?: readonly {
      readonly id?: unknown;
      readonly properties?: Readonly<Record<string, unknown>> | null;
    }[];
  };
  return features.map(({ id, properties }) =>
    Object.fromEntries(Object.entries({ id, ...properties }).map(([name, value]) => [name, fieldCellText(value)])),
  );
};

/** `name` is the name of the file, whose ending tells how to read it. */
export const fieldRowsOf = async (name: string, text: string): Promise<readonly ListRow[]> => {
  if (/\.(geo)?json$/i.test(name)) return rowsOfLayer(text);
  const { parse } = await import('csv-parse/browser/esm/sync');
  return parse(text, { columns: true, bom: true, skip_empty_lines: true, relax_column_count: true });
};
