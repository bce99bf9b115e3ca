// A geometry as well-known text, which programs for maps read from a column.

import type { Geometry, Line, Position } from 'src/model/geo/geoJson.ts';

const place = ([longitude, latitude]: Position): string => `${longitude} ${latitude}`;
const line = (positions: Line): string => `(${positions.map(place).join(', ')})`;
const lines = (all: readonly Line[]): string => `(${all.map(line).join(', ')})`;

export const wktOf = (geometry: Geometry): string => {
  const name = geometry.type.toUpperCase();
  switch (geometry.type) {
    case 'Point':
      return `${name} (${place(geometry.coordinates)})`;
    case 'MultiPoint':
    case 'LineString':
      return `${name} ${line(geometry.coordinates)}`;
    case 'MultiLineString':
    case 'Polygon':
      return `${name} ${lines(geometry.coordinates)}`;
    case 'MultiPolygon':
      return `${name} (${geometry.coordinates.map(lines).join(', ')})`;
    case 'GeometryCollection':
      return `${name} (${geometry.geometries.map(wktOf).join(', ')})`;
  }
};
