// GeoJSON: in longitude and latitude, unless it names another reference system as its first edition allowed, or the person does.

import { isRecord } from 'src/base/isRecord.ts';
import { isGeometryKind } from 'src/model/geo/geoJson.ts';
import type { Json, Values } from 'src/model/item/Item.ts';
import { decodeText } from 'src/server/geoFiles/decodeText.ts';
import { GeoFileError, type RawFeature, type RawFile, type ReadOptions } from 'src/server/geoFiles/geoFile.ts';
import { convertGeoJson } from 'src/server/geoFiles/mapshaperFiles.ts';

const parse = (text: string): Record<string, unknown> => {
  try {
    const value = JSON.parse(text.replace(/^\ufeff/u, '')) as unknown;
    if (isRecord(value)) return value;
  } catch {
    throw new GeoFileError('notJson');
  }
  throw new GeoFileError('unknownKind');
};

const WGS84 = /CRS:?84$|EPSG:{1,2}4326$/iu;
const EPSG = /EPSG:[^:]*:?(\d{4,6})$/iu;

/** Undefined for its own system. */
const declaredCrs = ({ crs }: Record<string, unknown>): string | undefined => {
  const properties = isRecord(crs) ? crs['properties'] : undefined;
  const name = isRecord(properties) ? properties['name'] : undefined;
  if (typeof name !== 'string' || WGS84.test(name)) return undefined;
  const [, code] = EPSG.exec(name) ?? [];
  if (code === undefined) throw new GeoFileError('noReferenceSystem', { path: '/crs' });
  return `EPSG:${code}`;
};

const featureOf = (value: unknown): RawFeature => {
  const { type, geometry, properties } = isRecord(value) ? value : {};
  if (type !== 'Feature') return { geometry: value as Json, properties: {} };
  return { geometry: (geometry ?? null) as Json, properties: (isRecord(properties) ? properties : {}) as Values };
};

const featuresOf = (value: Record<string, unknown>): RawFeature[] => {
  const { type, features } = value;
  if (type === 'FeatureCollection') {
    if (!Array.isArray(features)) throw new GeoFileError('notJson');
    return (features as readonly unknown[]).map(featureOf);
  }
  if (type !== 'Feature' && type !== 'GeometryCollection' && !isGeometryKind(type))
    throw new GeoFileError('unknownKind');
  return [featureOf(value)];
};

export const readGeoJson = async (bytes: Buffer, options: ReadOptions): Promise<RawFile> => {
  const { text, encoding } = decodeText(bytes, options.encoding);
  const value = parse(text);
  const own = featuresOf(value);
  const crs = declaredCrs(value) ?? options.crs;
  const features = crs === undefined ? own : await convertGeoJson(text, crs);
  return { format: 'GEOJSON', layers: [{ name: '', features }], crs, encoding };
};
