// A geometry as well-known text, which programs for maps read from a column.

import type { Geometry, Line, Position } from 'src/model/geo/geoJson.ts';

const wktPosition = ([longitude, latitude]: Position): string => `${longitude} ${latitude}`;
const wktLine = (positions: Line): string => `(${positions.map(wktPosition).join(', ')})`;
const wktLines = (all: readonly Line[]): string => `(${all.map(wktLine).join(', ')})`;

export const wktOf = (geometry: Geometry): string => {
  const name = geometry.type.toUpperCase();
  switch (geometry.type) {
    case 'Point':
      return `${name} (${wktPosition(geometry.coordinates)})`;
    case 'MultiPoint':
    case 'LineString':
      return `${name} ${wktLine(geometry.coordinates)}`;
    case 'MultiLineString':
    case 'Polygon':
      return `${name} ${wktLines(geometry.coordinates)}`;
    case 'MultiPolygon':
      return `${name} (${geometry.coordinates.map(wktLines).join(', ')})`;
    case 'GeometryCollection':
      return `${name} (${geometry.geometries.map(wktOf).join(', ')})`;
  }
};
