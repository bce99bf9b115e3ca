// Reads a geometry in well-known text, as `wktOf` writes it. Heights are dropped.

import type { Json } from 'src/model/item/Item.ts';

const KINDS_OF_WKT: Readonly<Record<string, string>> = {
  POINT: 'Point',
  LINESTRING: 'LineString',
  POLYGON: 'Polygon',
  MULTIPOINT: 'MultiPoint',
  MULTILINESTRING: 'MultiLineString',
  MULTIPOLYGON: 'MultiPolygon',
};
const WKT_GEOMETRY = /^(?:SRID=4326;)?\s*([A-Z]+)\s*(?:ZM?|M)?\s*(\([-+\d.eE,()\s]+\))$/i;
const WKT_POSITION = /([-+]?[\d.]+(?:e[-+]?\d+)?)\s+([-+]?[\d.]+(?:e[-+]?\d+)?)(?:\s+[-+\d.e]+){0,2}/gi;

const unwrapped = (value: Json): Json => {
  const [only] = Array.isArray(value) ? (value as readonly Json[]) : [];
  return only ?? null;
};

/** Returns GeoJSON; undefined for a text that is not one geometry. */
export const geometryFromWkt = (text: string): Json | undefined => {
  const [, name = '', body = ''] = WKT_GEOMETRY.exec(text.trim()) ?? [];
  const type = KINDS_OF_WKT[name.toUpperCase()];
  if (type === undefined) return undefined;
  const json = body.replaceAll(WKT_POSITION, '[$1,$2]').replaceAll('(', '[').replaceAll(')', ']');
  try {
    const coordinates = JSON.parse(json) as Json;
    if (type === 'Point') return { type, coordinates: unwrapped(coordinates) };
    // The points of several may each have parentheses of their own.
    const isNested = type === 'MultiPoint' && body.startsWith('((');
    return { type, coordinates: isNested && Array.isArray(coordinates) ? coordinates.map(unwrapped) : coordinates };
  } catch {
    return undefined;
  }
};
