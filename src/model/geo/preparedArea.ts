// An area made ready to be compared with many boxes and geometries, in web mercator: what is drawn inside of it on a map is inside.
// A point on the edge is inside. Exact: orientations are worked out without rounding, so that every caller answers alike.

import Flatbush from 'flatbush';
import { orient2d } from 'robust-predicates';
import type { Box } from 'src/model/geo/box.ts';
import { partsOf, type Area, type Geometry, type Line, type Rings } from 'src/model/geo/geoJson.ts';
import { mercator } from 'src/model/geo/mercator.ts';

type Point = readonly [x: number, y: number];
/** From a to b: ax, ay, bx, by. */
type Edge = readonly [number, number, number, number];

const edgesOf = (rings: readonly Line[]): Edge[] =>
  rings.flatMap((ring) => {
    const points = ring.map(([longitude, latitude]) => mercator(longitude, latitude));
    return points.slice(1).flatMap((b, at): Edge[] => {
      const a = points[at];
      return a ? [[...a, ...b]] : [];
    });
  });

const side = ([ax, ay, bx, by]: Edge, x: number, y: number): number => orient2d(ax, ay, bx, by, x, y);

const within = (value: number, one: number, other: number): boolean =>
  one < other ? value >= one && value <= other : value >= other && value <= one;

/** How the edge counts for a point: it lies on it, or the ray from it to the east crosses it. */
const rayMeets = (edge: Edge, x: number, y: number): 'on' | 'crosses' | 'misses' => {
  const [ax, ay, bx, by] = edge;
  if (!within(y, ay, by) || (x > ax && x > bx)) return 'misses';
  const turn = side(edge, x, y);
  if (turn === 0 && within(x, ax, bx)) return 'on';
  if (ay > y === by > y) return 'misses';
  return by > ay === turn < 0 ? 'crosses' : 'misses';
};

/** Edges by where they lie: looked through one by one while they are few. */
class Edges {
  readonly all: readonly Edge[];
  private readonly index: Flatbush | undefined;
  private static readonly FEW = 24;

  constructor(rings: readonly Line[]) {
    this.all = edgesOf(rings);
    if (this.all.length <= Edges.FEW) return;
    this.index = new Flatbush(this.all.length);
    for (const [ax, ay, bx, by] of this.all)
      this.index.add(Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by));
    this.index.finish();
  }

  private near([west, south, east, north]: Box): readonly Edge[] {
    const found = this.index?.search(west, south, east, north);
    return found ? found.flatMap((at) => (this.all[at] ? [this.all[at]] : [])) : this.all;
  }

  /** Whether they enclose the point; by the number of edges east of it, so that holes count. */
  holds([x, y]: Point): boolean {
    let inside = false;
    for (const edge of this.near([x, y, Infinity, y])) {
      const found = rayMeets(edge, x, y);
      if (found === 'on') return true;
      if (found === 'crosses') inside = !inside;
    }
    return inside;
  }

  touchBox(box: Box): boolean {
    const [west, south, east, north] = box;
    return this.near(box).some((edge) => {
      const [ax, ay, bx, by] = edge;
      if (Math.max(ax, bx) < west || Math.min(ax, bx) > east || Math.max(ay, by) < south || Math.min(ay, by) > north)
        return false;
      const sides = [
        side(edge, west, south),
        side(edge, east, south),
        side(edge, east, north),
        side(edge, west, north),
      ];
      return !sides.every((each) => each > 0) && !sides.every((each) => each < 0);
    });
  }

  touchEdge(other: Edge): boolean {
    const [ax, ay, bx, by] = other;
    const near = this.near([Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by)]);
    return near.some((edge) => edgesMeet(edge, other));
  }
}

const isOn = (edge: Edge, x: number, y: number): boolean =>
  side(edge, x, y) === 0 && within(x, edge[0], edge[2]) && within(y, edge[1], edge[3]);

const edgesMeet = (one: Edge, other: Edge): boolean => {
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

export interface PreparedArea {
  /** What of a box lies in it: nothing, all, or the box alone does not say. */
  boxRelation(box: Box): 'outside' | 'inside' | 'crosses';
  /** They have a point in common. */
  meets(geometry: Geometry): boolean;
}

interface Polygon {
  readonly edges: Edges;
  readonly box: Box;
  /** Of the outer ring. */
  readonly corner: Point;
}

const boxOfEdges = (edges: readonly Edge[]): Box => {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of edges) {
    west = Math.min(west, x);
    east = Math.max(east, x);
    south = Math.min(south, y);
    north = Math.max(north, y);
  }
  return [west, south, east, north];
};

const polygonOf = (rings: Rings): Polygon => {
  const edges = new Edges(rings);
  const [x = 0, y = 0] = edges.all[0] ?? [];
  return { edges, box: boxOfEdges(edges.all), corner: [x, y] };
};

const overlap = (a: Box, b: Box): boolean => a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1];

const lineMeets = (line: Line, { edges }: Polygon): boolean => {
  const [first] = line;
  if (first && edges.holds(mercator(first[0], first[1]))) return true;
  return edgesOf([line]).some((edge) => edges.touchEdge(edge));
};

const ringsMeet = (rings: Rings, polygon: Polygon): boolean =>
  rings.some((ring) => lineMeets(ring, polygon)) || new Edges(rings).holds(polygon.corner);

export const prepareArea = (area: Area): PreparedArea => {
  const polygons = (area.type === 'Polygon' ? [area.coordinates] : area.coordinates).map(polygonOf);
  return {
    boxRelation(box) {
      let found: ReturnType<PreparedArea['boxRelation']> = 'outside';
      for (const polygon of polygons) {
        if (!overlap(box, polygon.box)) continue;
        const isPoint = box[0] === box[2] && box[1] === box[3];
        if (!isPoint && polygon.edges.touchBox(box)) found = 'crosses';
        else if (polygon.edges.holds([box[0], box[1]])) return 'inside';
      }
      return found;
    },
    meets(geometry) {
      const { points, lines, polygons: areas } = partsOf(geometry);
      return polygons.some(
        (polygon) =>
          points.some(([longitude, latitude]) => polygon.edges.holds(mercator(longitude, latitude))) ||
          lines.some((line) => lineMeets(line, polygon)) ||
          areas.some((rings) => ringsMeet(rings, polygon)),
      );
    },
  };
};

/** At most about so many pieces: enough that together they cover little beside the edge. */
const PIECES = 256;

/** Boxes that cover the edge of an area. What meets none of them lies outside of it, or inside, as a whole. */
export const edgeBoxes = (area: Area): Box[] => {
  const rings = area.type === 'Polygon' ? area.coordinates : area.coordinates.flat();
  const edges = edgesOf(rings);
  const lengthOf = ([ax, ay, bx, by]: Edge): number => Math.hypot(bx - ax, by - ay);
  const piece = edges.reduce((sum, edge) => sum + lengthOf(edge), 0) / PIECES || 1;
  return edges.flatMap((edge): Box[] => {
    const [ax, ay, bx, by] = edge;
    const straight = ax === bx || ay === by;
    const count = straight ? 1 : Math.max(1, Math.ceil(lengthOf(edge) / piece));
    const at = (share: number): Point => [ax + share * (bx - ax), ay + share * (by - ay)];
    return Array.from({ length: count }, (_, number): Box => {
      const [cx, cy] = number === 0 ? [ax, ay] : at(number / count);
      const [dx, dy] = number === count - 1 ? [bx, by] : at((number + 1) / count);
      return [Math.min(cx, dx), Math.min(cy, dy), Math.max(cx, dx), Math.max(cy, dy)];
    });
  });
};
