// Converts each feature of a file to a row: the geometry is validated like in a save, values are limited to what can be stored, and
// statistics of the file are collected. Rows are passed on one by one.

import { isRecord } from 'src/base/isRecord.ts';
import { crossingFault, runToEnd } from 'src/model/geo/checkCrossings.ts';
import { shapeFault, type GeometryFault } from 'src/model/geo/checkShape.ts';
import { boundsOfGeometry } from 'src/model/geo/box.ts';
import { asGeometry, SIMPLE_KINDS, type Geometry } from 'src/model/geo/geoJson.ts';
import { geometryFrom } from 'src/model/geo/geometryFrom.ts';
import type { Json } from 'src/model/item/Item.ts';
import { storableText } from 'src/server/fileReader/storableText.ts';
import {
  GeoFileError,
  READ_BOUNDS,
  type GeoColumn,
  type GeoLayer,
  type GeoRow,
  type GeoSummary,
  type RawFeature,
  type RawFile,
  type RawLayer,
} from 'src/server/geoFiles/geoFile.ts';
import { splitCollection } from 'src/server/geoFiles/splitCollections.ts';

const MAX_ATTRIBUTE_NAME = 120;
/** Maximum length of a value. */
const MAX_VALUE = 20_000;
const SHOWN_VALUES = 3;
const SHOWN_SIGNS = 80;
const MIDNIGHT = 'T00:00:00.000Z';

const cellValue = (value: unknown): string | number | boolean | undefined => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'boolean') return value;
  if (value === null || value === undefined) return undefined;
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).trim();
  // Dates of a shapefile have no time.
  const plain = text.endsWith(MIDNIGHT) ? text.slice(0, -MIDNIGHT.length) : text;
  return storableText(plain, MAX_VALUE) || undefined;
};

const rowProperties = (properties: unknown): GeoRow['properties'] => {
  const entries: [string, string | number | boolean][] = [];
  for (const [name, given] of isRecord(properties) ? Object.entries(properties) : []) {
    const value = cellValue(given);
    if (value !== undefined && entries.length < READ_BOUNDS.columns)
      entries.push([storableText(name, MAX_ATTRIBUTE_NAME), value]);
  }
  return Object.fromEntries(entries);
};

const NO_GEOMETRY: GeometryFault = { message: 'geoFile.noGeometry' };

const isNothing = (value: Json): boolean => {
  if (value === null) return true;
  const { coordinates, geometries } = isRecord(value) ? value : {};
  const list = coordinates ?? geometries;
  return Array.isArray(list) && list.length === 0;
};

/** A value that is nested too deeply for the checks is not a geometry. */
const checkedGeometry = (given: Json): { readonly geometry: Geometry | null; readonly fault?: GeometryFault } => {
  if (isNothing(given)) return { geometry: null, fault: NO_GEOMETRY };
  const value = geometryFrom(given, SIMPLE_KINDS);
  const found = shapeFault(value, SIMPLE_KINDS);
  if (found) return { geometry: null, fault: found };
  const geometry = asGeometry(value);
  const crossing = geometry && runToEnd(crossingFault(geometry));
  return geometry && !crossing ? { geometry } : { geometry: null, fault: crossing ?? NO_GEOMETRY };
};

interface Column {
  filled: number;
  readonly values: Set<string>;
}

const createLayerSummary = (name: string) => {
  const columns = new Map<string, Column>();
  const kinds: Record<string, number> = {};
  let bounds: GeoLayer['bounds'];
  let rows = 0;
  let refused = 0;
  const extend = (geometry: Geometry): void => {
    const own = boundsOfGeometry(geometry);
    if (!own) return;
    const [west, south, east, north] = own;
    bounds = bounds
      ? [Math.min(bounds[0], west), Math.min(bounds[1], south), Math.max(bounds[2], east), Math.max(bounds[3], north)]
      : [west, south, east, north];
  };
  return {
    add({ geometry, properties }: GeoRow): void {
      rows += 1;
      if (geometry) {
        kinds[geometry.type] = (kinds[geometry.type] ?? 0) + 1;
        extend(geometry);
      } else refused += 1;
      for (const [key, value] of Object.entries(properties)) {
        const column = columns.get(key) ?? { filled: 0, values: new Set<string>() };
        columns.set(key, column);
        column.filled += 1;
        if (column.values.size < SHOWN_VALUES) column.values.add(storableText(String(value), SHOWN_SIGNS));
      }
    },
    result: (): GeoLayer => ({
      ...{ name: storableText(name, 2 * MAX_ATTRIBUTE_NAME), rows, refused, kinds, bounds },
      columns: [...columns]
        .slice(0, READ_BOUNDS.columns)
        .map(([key, { filled, values }]): GeoColumn => ({ name: key, filled, values: [...values] })),
    }),
  };
};

const geoRow = ({ geometry, properties, fault }: RawFeature, place: Pick<GeoRow, 'n' | 'layer'>): GeoRow => ({
  ...place,
  ...(fault ? { geometry: null, fault } : checkedGeometry(geometry)),
  properties: rowProperties(properties),
});

const refuseBounds = (layers: readonly RawLayer[]): void => {
  const total = layers.reduce((sum, { features }) => sum + features.length, 0);
  if (total === 0) throw new GeoFileError('noRows');
  if (total > READ_BOUNDS.rows) throw new GeoFileError('tooManyRows', { params: { max: READ_BOUNDS.rows } });
  if (layers.length > READ_BOUNDS.layers)
    throw new GeoFileError('tooManyLayers', { params: { max: READ_BOUNDS.layers } });
};

export const checkRows = (
  { layers, format, crs, encoding, notes = [] }: RawFile,
  write: (row: GeoRow) => void,
): GeoSummary => {
  refuseBounds(layers);
  let n = 0;
  let isSplit = false;
  const summaries = layers.map(({ name, features }, layer) => {
    const summary = createLayerSummary(name);
    for (const feature of features) {
      const parts = splitCollection(feature);
      isSplit ||= parts.length > 1;
      for (const part of parts) {
        n += 1;
        const row = geoRow(part, { n, layer });
        summary.add(row);
        write(row);
      }
    }
    return summary.result();
  });
  return { format, crs, encoding, notes: isSplit ? [...notes, 'geoFile.splitRows'] : notes, layers: summaries };
};
