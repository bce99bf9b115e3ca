// Reduces the points of geometries for maps of large regions. Computed in web mercator, so that omitted details are smaller than a pixel at
// the zoom. A ring stays a ring; a hole smaller than a pixel is omitted.

import simplify from 'simplify-js';
import { pointCount, type Geometry, type Line, type Rings, type SimpleGeometry } from 'src/model/geo/geoJson.ts';
import { mercator } from 'src/model/geo/mercator.ts';

/** Last map zoom of each stored form. Beyond the last one, the exact geometry is drawn. */
export const FORM_ZOOMS = [4, 8, 12] as const;
export type FormZoom = (typeof FORM_ZOOMS)[number];

const PIXEL_AT_ZOOM_0 = 156_543.033928;
const MIN_RING = 4;

interface Vertex {
  readonly x: number;
  readonly y: number;
  readonly at: number;
}

const verticesOf = (line: Line): Vertex[] =>
  line.map(([longitude, latitude], at) => {
    const [x, y] = mercator(longitude, latitude);
    return { x, y, at };
  });

const keptPositions = (line: Line, vertices: readonly Vertex[]): Line =>
  vertices.flatMap(({ at }) => {
    const position = line[at];
    return position ? [position] : [];
  });

const simpleLine = (line: Line, pixel: number): Line =>
  keptPositions(line, simplify(verticesOf(line), pixel) as Vertex[]);

const furthest = (vertices: readonly Vertex[], distance: (vertex: Vertex) => number): Vertex | undefined => {
  let best: Vertex | undefined;
  let most = -1;
  for (const vertex of vertices) {
    const far = distance(vertex);
    if (far <= most) continue;
    most = far;
    best = vertex;
  }
  return best;
};

/** Returns the widest triangle from the first point, which represents a ring smaller than a pixel. */
const triangle = (ring: Line): Line => {
  const vertices = verticesOf(ring);
  const [a] = vertices;
  const b = a && furthest(vertices, ({ x, y }) => (x - a.x) ** 2 + (y - a.y) ** 2);
  const c = a && b && furthest(vertices, ({ x, y }) => Math.abs((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)));
  const corners = [a, b, c].flatMap((each) => each ?? []).sort((one, other) => one.at - other.at);
  return keptPositions(ring, [...corners, ...corners.slice(0, 1)]);
};

const simpleRings = ([outer = [], ...holes]: Rings, pixel: number): Rings => {
  const ring = simpleLine(outer, pixel);
  const left = holes.map((hole) => simpleLine(hole, pixel)).filter((hole) => hole.length >= MIN_RING);
  return [ring.length < MIN_RING ? triangle(outer) : ring, ...left];
};

const simplifiedPart = (geometry: SimpleGeometry, pixel: number): SimpleGeometry => {
  switch (geometry.type) {
    case 'Point':
    case 'MultiPoint':
      return geometry;
    case 'LineString':
      return { ...geometry, coordinates: simpleLine(geometry.coordinates, pixel) };
    case 'MultiLineString':
      return { ...geometry, coordinates: geometry.coordinates.map((line) => simpleLine(line, pixel)) };
    case 'Polygon':
      return { ...geometry, coordinates: simpleRings(geometry.coordinates, pixel) };
    case 'MultiPolygon':
      return { ...geometry, coordinates: geometry.coordinates.map((rings) => simpleRings(rings, pixel)) };
  }
};

/** Simplifies the geometry. No omitted point is further away than this many metres of web mercator. */
export const simplified = (geometry: Geometry, pixel: number): Geometry =>
  geometry.type === 'GeometryCollection'
    ? { ...geometry, geometries: geometry.geometries.map((each) => simplifiedPart(each, pixel)) }
    : simplifiedPart(geometry, pixel);

/** Returns the forms by zoom, the coarsest last. A form is omitted when it has as many points as the finer one. */
export const simplifiedForms = (geometry: Geometry): ReadonlyMap<FormZoom, Geometry> => {
  const forms = new Map<FormZoom, Geometry>();
  let finer = geometry;
  let points = pointCount(geometry);
  if (points === 1) return forms;
  for (const zoom of [...FORM_ZOOMS].reverse()) {
    const form = simplified(finer, PIXEL_AT_ZOOM_0 / 2 ** zoom);
    const left = pointCount(form);
    if (left === points) continue;
    forms.set(zoom, form);
    finer = form;
    points = left;
  }
  return forms;
};
