// Area prepared for comparison with many boxes and geometries, in web mercator, so that results agree with what maps draw. Its edge is
// inside. Orientations are computed without rounding errors, so that all callers agree.

import Flatbush from 'flatbush';
import { AreaCells } from 'src/model/geo/areaCells.ts';
import type { Box } from 'src/model/geo/box.ts';
import { edgesMeet, edgesOf, enclose, side, type Edge } from 'src/model/geo/edges.ts';
import { partsByShape, type Area, type Geometry, type Line, type Rings } from 'src/model/geo/geoJson.ts';
import { mercator } from 'src/model/geo/mercator.ts';

type Point = readonly [x: number, y: number];

/** Up to this number of edges, a linear search is fast enough. */
const FEW = 24;

const boxOfEdges = (edges: readonly Edge[]): Box => {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [ax, ay, bx, by] of edges) {
    west = Math.min(west, ax, bx);
    east = Math.max(east, ax, bx);
    south = Math.min(south, ay, by);
    north = Math.max(north, ay, by);
  }
  return [west, south, east, north];
};

/** Returns true when the edge and the box have a point in common. */
const touches = (edge: Edge, [west, south, east, north]: Box): boolean => {
  const [ax, ay, bx, by] = edge;
  if (Math.max(ax, bx) < west || Math.min(ax, bx) > east || Math.max(ay, by) < south || Math.min(ay, by) > north)
    return false;
  const sides = [side(edge, west, south), side(edge, east, south), side(edge, east, north), side(edge, west, north)];
  return !sides.every((each) => each > 0) && !sides.every((each) => each < 0);
};

/** One polygon of the area. Its index and its cells are created on first use. */
class Polygon {
  readonly box: Box;
  /** First point of the outer ring. */
  readonly corner: Point;
  private readonly edges: readonly Edge[];
  private madeIndex: Flatbush | undefined;
  private madeCells: AreaCells | undefined;

  constructor(rings: Rings) {
    this.edges = edgesOf(rings);
    this.box = boxOfEdges(this.edges);
    const [x = 0, y = 0] = this.edges[0] ?? [];
    this.corner = [x, y];
  }

  get cells(): AreaCells {
    return (this.madeCells ??= new AreaCells(this.edges, this.box));
  }

  touchBox(box: Box): boolean {
    return this.near(box).some((edge) => touches(edge, box));
  }

  touchEdge(other: Edge): boolean {
    return this.near(boxOfEdges([other])).some((edge) => edgesMeet(edge, other));
  }

  private near([west, south, east, north]: Box): readonly Edge[] {
    if (this.edges.length <= FEW) return this.edges;
    const found = this.index.search(west, south, east, north);
    return found.flatMap((at) => (this.edges[at] ? [this.edges[at]] : []));
  }

  private get index(): Flatbush {
    if (this.madeIndex) return this.madeIndex;
    const index = new Flatbush(this.edges.length);
    for (const edge of this.edges) index.add(...boxOfEdges([edge]));
    index.finish();
    this.madeIndex = index;
    return index;
  }
}

export interface PreparedArea {
  /** Compares the area with a box. `crosses`: the box does not decide. */
  boxRelation(box: Box): 'outside' | 'inside' | 'crosses';
  /** Returns true when the area and the geometry have a point in common. */
  meets(geometry: Geometry): boolean;
}

const boxesOverlap = (a: Box, b: Box): boolean => a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1];

const lineMeets = (line: Line, polygon: Polygon): boolean => {
  const [first] = line;
  if (first && polygon.cells.holds(...mercator(first[0], first[1]))) return true;
  return edgesOf([line]).some((edge) => polygon.touchEdge(edge));
};

const ringsMeet = (rings: Rings, polygon: Polygon): boolean =>
  rings.some((ring) => lineMeets(ring, polygon)) || enclose(edgesOf(rings), ...polygon.corner);

export const prepareArea = (area: Area): PreparedArea => {
  const polygons = (area.type === 'Polygon' ? [area.coordinates] : area.coordinates).map((rings) => new Polygon(rings));
  return {
    boxRelation(box) {
      let found: ReturnType<PreparedArea['boxRelation']> = 'outside';
      for (const polygon of polygons) {
        if (!boxesOverlap(box, polygon.box)) continue;
        const isPoint = box[0] === box[2] && box[1] === box[3];
        const known = isPoint ? polygon.cells.holds(box[0], box[1]) : polygon.cells.boxIsInside(box);
        if (known === false) continue;
        if (known === undefined && polygon.touchBox(box)) found = 'crosses';
        else if (known ?? polygon.cells.holds(box[0], box[1])) return 'inside';
      }
      return found;
    },
    meets(geometry) {
      const { points, lines, polygons: areas } = partsByShape(geometry);
      return polygons.some(
        (polygon) =>
          points.some(([longitude, latitude]) => polygon.cells.holds(...mercator(longitude, latitude))) ||
          lines.some((line) => lineMeets(line, polygon)) ||
          areas.some((rings) => ringsMeet(rings, polygon)),
      );
    },
  };
};

/** Approximate maximum number of pieces. With so many, they cover little more than the edge. */
const MAX_EDGE_PIECES = 256;

/** Returns boxes that cover the edge of an area. Anything that touches none of them is completely outside or completely inside. */
export const edgeBoxes = (area: Area): Box[] => {
  const rings = area.type === 'Polygon' ? area.coordinates : area.coordinates.flat();
  const edges = edgesOf(rings);
  const lengthOf = ([ax, ay, bx, by]: Edge): number => Math.hypot(bx - ax, by - ay);
  const piece = edges.reduce((sum, edge) => sum + lengthOf(edge), 0) / MAX_EDGE_PIECES || 1;
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
