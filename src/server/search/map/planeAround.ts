// Plane that touches the earth in one point: the azimuthal equidistant projection (Snyder, Map Projections: A Working Manual, 1987, pages
// 191 to 202) on a sphere. Accurate in all directions from its middle, and nearly so within a few degrees.

import type { Line, Position } from 'src/model/geo/geoJson.ts';
import { fromMercator, mercator } from 'src/model/geo/mercator.ts';

/** Position in the plane in whole centimetres, because clipping is exact for integers only. */
export interface PlanePoint {
  readonly x: number;
  readonly y: number;
}

export const UNITS_A_METRE = 100;

/** Radius of a sphere with the surface of the earth (IUGG mean radius). */
const SPHERE_RADIUS = 6_371_008.8 * UNITS_A_METRE;
const RADIANS = Math.PI / 180;

/** A line of 1,000 km is divided into pieces of 16 km. */
const MOST_HALVINGS = 6;

/** Returns the middle on a map with straight lines. */
const halfWay = (from: Position, to: Position): Position => {
  const [ax, ay] = mercator(from[0], from[1]);
  const [bx, by] = mercator(to[0], to[1]);
  return fromMercator((ax + bx) / 2, (ay + by) / 2);
};

export interface Plane {
  /** Follows the line on a map, which is straight in web mercator, with at most this error. */
  pathOf(line: Line, tolerance: number): PlanePoint[];
  lineOf(path: readonly PlanePoint[]): Line;
}

export const planeAround = (longitude: number, latitude: number): Plane => {
  const [sine, cosine] = [Math.sin(latitude * RADIANS), Math.cos(latitude * RADIANS)];
  const toPlane = ([east, north]: Position): PlanePoint => {
    const [across, up] = [(east - longitude) * RADIANS, north * RADIANS];
    const x = Math.cos(up) * Math.sin(across);
    const y = cosine * Math.sin(up) - sine * Math.cos(up) * Math.cos(across);
    const ofAngle = Math.hypot(x, y);
    const angle = Math.atan2(ofAngle, sine * Math.sin(up) + cosine * Math.cos(up) * Math.cos(across));
    const scale = ofAngle === 0 ? 0 : (SPHERE_RADIUS * angle) / ofAngle;
    return { x: Math.round(scale * x), y: Math.round(scale * y) };
  };
  const toEarth = ({ x, y }: PlanePoint): Position => {
    const distance = Math.hypot(x, y);
    if (distance === 0) return [longitude, latitude];
    const angle = distance / SPHERE_RADIUS;
    const up = Math.asin(Math.cos(angle) * sine + (y * Math.sin(angle) * cosine) / distance);
    const across = Math.atan2(x * Math.sin(angle), distance * cosine * Math.cos(angle) - y * sine * Math.sin(angle));
    return [longitude + across / RADIANS, up / RADIANS];
  };
  /** Returns the needed positions between two others. */
  const between = (from: Position, to: Position, tolerance: number, depth = 0): PlanePoint[] => {
    const [start, end] = [toPlane(from), toPlane(to)];
    const middle = halfWay(from, to);
    const there = toPlane(middle);
    const away = Math.hypot(there.x - (start.x + end.x) / 2, there.y - (start.y + end.y) / 2);
    if (away <= tolerance || depth === MOST_HALVINGS) return [];
    return [...between(from, middle, tolerance, depth + 1), there, ...between(middle, to, tolerance, depth + 1)];
  };
  return {
    pathOf: (line, tolerance) =>
      line.flatMap((position, index) => {
        const before = line[index - 1];
        return [...(before ? between(before, position, tolerance) : []), toPlane(position)];
      }),
    lineOf: (path) => path.map(toEarth),
  };
};
