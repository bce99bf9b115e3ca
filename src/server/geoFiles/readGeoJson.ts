// Reads GeoJSON: in longitude and latitude, unless the file names another reference system, as its first edition allowed, or the person
// chooses one.

import { isRecord } from 'src/base/isRecord.ts';
import { isSimpleKind } from 'src/model/geo/geoJson.ts';
import type { Json, Values } from 'src/model/item/Item.ts';
import { decodeText } from 'src/server/geoFiles/decodeText.ts';
import { GeoFileError, type RawFeature, type RawFile, type ReadOptions } from 'src/server/geoFiles/geoFile.ts';
import {
  codeInName,
  declaredOrChosen,
  featureInDegrees,
  systemByCode,
  type ReferenceSystem,
} from 'src/server/geoFiles/referenceSystem.ts';

const parseObject = (text: string): Record<string, unknown> => {
  try {
    const value = JSON.parse(text.replace(/^\ufeff/u, '')) as unknown;
    if (isRecord(value)) return value;
  } catch {
    throw new GeoFileError('notJson');
  }
  throw new GeoFileError('unknownKind');
};

/** Returns the code of the system that the file names, undefined for longitude and latitude. Throws `noReferenceSystem`. */
const declaredCode = ({ crs }: Record<string, unknown>): string | undefined => {
  if (!isRecord(crs)) return undefined;
  const { name, code } = isRecord(crs['properties']) ? crs['properties'] : {};
  if (typeof name === 'string') return codeInName(name);
  // An early draft of GeoJSON: {"type": "EPSG", "properties": {"code": 26909}}.
  if (Number.isInteger(code)) return codeInName(`EPSG:${String(code)}`);
  throw new GeoFileError('noReferenceSystem', { path: '/crs' });
};

const degreesSystem: ReferenceSystem = { toDegrees: (position) => [...position], isApproximate: false };

interface NamedSystem {
  readonly system: ReferenceSystem;
  /** Undefined for longitude and latitude. */
  readonly crs: string | undefined;
}

/** A file without a system is in longitude and latitude, unless the person chose another. */
const geoJsonSystem = (value: Record<string, unknown>, chosen: string | undefined): NamedSystem => {
  let crs: string | undefined;
  const declared = (): ReferenceSystem => {
    crs = declaredCode(value);
    if (crs !== undefined) return systemByCode(crs, '/upload');
    crs = chosen;
    return chosen === undefined ? degreesSystem : systemByCode(chosen);
  };
  const { system, isChosen } = declaredOrChosen(declared, chosen);
  return { system, crs: isChosen ? chosen : crs };
};

const rawFeature = (value: unknown): RawFeature => {
  const { type, geometry, properties } = isRecord(value) ? value : {};
  if (type !== 'Feature') return { geometry: value as Json, properties: {} };
  return { geometry: (geometry ?? null) as Json, properties: (isRecord(properties) ? properties : {}) as Values };
};

const geoJsonFeatures = (value: Record<string, unknown>): RawFeature[] => {
  const { type, features } = value;
  if (type === 'FeatureCollection') {
    if (!Array.isArray(features)) throw new GeoFileError('notJson');
    return (features as readonly unknown[]).map(rawFeature);
  }
  if (type !== 'Feature' && type !== 'GeometryCollection' && !isSimpleKind(type)) throw new GeoFileError('unknownKind');
  return [rawFeature(value)];
};

export const readGeoJson = (bytes: Buffer, options: ReadOptions): RawFile => {
  const { text, encoding } = decodeText(bytes, options.encoding);
  const value = parseObject(text);
  const own = geoJsonFeatures(value);
  const { system, crs } = geoJsonSystem(value, options.crs);
  const features = crs === undefined ? own : own.map((feature) => featureInDegrees(feature, system));
  const notes = system.isApproximate ? ['geoFile.averageShift'] : [];
  return { format: 'GEOJSON', layers: [{ name: '', features }], crs, encoding, notes };
};
