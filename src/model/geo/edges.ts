// Edges of outlines in web mercator, with exact tests: orientations are computed without rounding errors, so that all callers agree. Used
// by preparedArea.ts and areaCells.ts.

import { orient2d } from 'robust-predicates';
import type { Line } from 'src/model/geo/geoJson.ts';
import { mercator } from 'src/model/geo/mercator.ts';

/** Edge from a to b: ax, ay, bx, by. */
export type Edge = readonly [number, number, number, number];

export const edgesOf = (rings: readonly Line[]): Edge[] =>
  rings.flatMap((ring) => {
    const points = ring.map(([longitude, latitude]) => mercator(longitude, latitude));
    return points.slice(1).flatMap((b, at): Edge[] => {
      const a = points[at];
      return a ? [[...a, ...b]] : [];
    });
  });

export const side = ([ax, ay, bx, by]: Edge, x: number, y: number): number => orient2d(ax, ay, bx, by, x, y);

const isBetween = (value: number, one: number, other: number): boolean =>
  one < other ? value >= one && value <= other : value >= other && value <= one;

/** Returns whether the point is on the edge, or the ray from it to the east crosses the edge. */
const rayMeets = (edge: Edge, x: number, y: number): 'on' | 'crosses' | 'misses' => {
  const [ax, ay, bx, by] = edge;
  if (!isBetween(y, ay, by) || (x > ax && x > bx)) return 'misses';
  const turn = side(edge, x, y);
  if (turn === 0 && isBetween(x, ax, bx)) return 'on';
  if (ay > y === by > y) return 'misses';
  return by > ay === turn < 0 ? 'crosses' : 'misses';
};

/** Returns true when the edges enclose the point. It counts crossings to the east, so holes are respected. */
export const enclose = (edges: readonly Edge[], x: number, y: number): boolean => {
  let inside = false;
  for (const edge of edges) {
    const found = rayMeets(edge, x, y);
    if (found === 'on') return true;
    if (found === 'crosses') inside = !inside;
  }
  return inside;
};

const isOn = (edge: Edge, x: number, y: number): boolean =>
  side(edge, x, y) === 0 && isBetween(x, edge[0], edge[2]) && isBetween(y, edge[1], edge[3]);

export const edgesMeet = (one: Edge, other: Edge): boolean => {
  const [a, b] = [side(one, other[0], other[1]), side(one, other[2], other[3])];
  const [c, d] = [side(other, one[0], one[1]), side(other, one[2], one[3])];
  if (a > 0 !== b > 0 && c > 0 !== d > 0 && a !== 0 && b !== 0 && c !== 0 && d !== 0) return true;
  return (
    isOn(one, other[0], other[1]) ||
    isOn(one, other[2], other[3]) ||
    isOn(other, one[0], one[1]) ||
    isOn(other, one[2], one[3])
  );
};
