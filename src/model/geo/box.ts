// Boxes: west, south, east, north. In degrees they are called bounds; in web mercator they are what is stored and compared.

import { eachPosition, type Geometry } from 'src/model/geo/geoJson.ts';
import { mercator } from 'src/model/geo/mercator.ts';

export type Box = readonly [west: number, south: number, east: number, north: number];

/** The longitudes and latitudes between which a geometry lies; undefined without any position. */
export const boundsOfGeometry = (geometry: Geometry): Box | undefined => {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  eachPosition(geometry, ([longitude, latitude]) => {
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  });
  return west > east ? undefined : [west, south, east, north];
};

/** Bounds in degrees as a box in web mercator. */
export const mercatorBox = ([west, south, east, north]: Box): Box => [
  ...mercator(west, south),
  ...mercator(east, north),
];
