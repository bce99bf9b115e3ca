// Boxes: west, south, east, north. Boxes in degrees are called bounds; boxes in web mercator are stored and compared.

import { eachPosition, type Geometry } from 'src/model/geo/geoJson.ts';
import { mercator } from 'src/model/geo/mercator.ts';

export type Box = readonly [west: number, south: number, east: number, north: number];

/** Returns the range of longitudes and latitudes of a geometry, or undefined when it has no position. */
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

/** Converts bounds in degrees to a box in web mercator. */
export const mercatorBox = ([west, south, east, north]: Box): Box => [
  ...mercator(west, south),
  ...mercator(east, north),
];
