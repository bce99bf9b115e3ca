// Cuts lines and areas by a drawn line. Plane geometry in degrees: the parts share the exact positions of the cut. Pure.

import type { ShapePart } from 'src/client/fields/text/shapes.ts';
import type { Position } from 'src/client/fields/text/geometry.ts';
import { isPositions } from 'src/client/map/dateLine.ts';

interface Crossing {
  readonly at: Position;
  /** Position along the cut: segment number plus fraction. */
  readonly cut: number;
  /** Position along the shape. */
  readonly edge: number;
}

const crossing = (a: Position, b: Position, c: Position, d: Position): readonly [number, number] | undefined => {
  const [rx, ry, sx, sy] = [b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]];
  const across = rx * sy - ry * sx;
  if (across === 0) return undefined;
  const [qx, qy] = [c[0] - a[0], c[1] - a[1]];
  const t = (qx * sy - qy * sx) / across;
  const u = (qx * ry - qy * rx) / across;
  return t >= 0 && t < 1 && u >= 0 && u < 1 ? [t, u] : undefined;
};

const crossingsOf = (line: readonly Position[], cut: readonly Position[]): Crossing[] =>
  cut.slice(1).flatMap((end, c) =>
    line.slice(1).flatMap((next, e) => {
      const [a, b] = [cut[c] ?? end, end];
      const found = crossing(a, b, line[e] ?? next, next);
      if (!found) return [];
      const at: Position = [a[0] + found[0] * (b[0] - a[0]), a[1] + found[0] * (b[1] - a[1])];
      return [{ at, cut: c + found[0], edge: e + found[1] }];
    }),
  );

/** Returns the positions between two positions of a closed ring, forwards, without both ends. */
const ringBetween = (ring: readonly Position[], from: number, to: number): readonly Position[] => {
  const count = ring.length;
  const end = to > from ? to : to + count;
  const found: Position[] = [];
  for (let at = Math.floor(from) + 1; at < end; at += 1) found.push(ring[at % count] ?? [0, 0]);
  return found;
};

const isInsideRing = ([x, y]: Position, ring: readonly Position[]): boolean =>
  ring.reduce((inside, [ax, ay], at) => {
    const [bx, by] = ring[(at + 1) % ring.length] ?? [ax, ay];
    const crosses = ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax;
    return crosses ? !inside : inside;
  }, false);

const cutArea = (part: ShapePart, cut: readonly Position[]): readonly ShapePart[] => {
  const [edge = [], ...holes] = part.rings;
  if (!isPositions(edge) || !holes.every(isPositions)) return [part];
  const found = crossingsOf([...edge, ...edge.slice(0, 1)], cut).sort((one, other) => one.cut - other.cut);
  const [first, second] = found;
  // A cut through a hole, or one that enters more than once, is ambiguous.
  if (!first || !second || found.length !== 2) return [part];
  if (holes.some((hole) => crossingsOf([...hole, ...hole.slice(0, 1)], cut).length > 0)) return [part];
  const inner = cut.slice(Math.floor(first.cut) + 1, Math.floor(second.cut) + 1);
  const one = [first.at, ...ringBetween(edge, first.edge, second.edge), second.at, ...inner.toReversed()];
  const other = [second.at, ...ringBetween(edge, second.edge, first.edge), first.at, ...inner];
  return [one, other].map((ring) => ({
    kind: 'Polygon',
    rings: [ring, ...holes.filter((hole) => hole[0] !== undefined && isInsideRing(hole[0], ring))],
  }));
};

const cutLine = (part: ShapePart, cut: readonly Position[]): readonly ShapePart[] => {
  const [line = []] = part.rings;
  if (!isPositions(line)) return [part];
  const found = crossingsOf(line, cut).sort((one, other) => one.edge - other.edge);
  const starts = [{ edge: 0, at: line[0] }, ...found];
  return starts.map(({ edge, at }, index): ShapePart => {
    const end = starts[index + 1];
    const middle = line.filter((_, vertex) => vertex > edge && (end === undefined || vertex < end.edge));
    return { kind: 'LineString', rings: [[...(at ? [at] : []), ...middle, ...(end?.at ? [end.at] : [])]] };
  });
};

/** Returns the parts unchanged when the cut crosses none of them completely. */
export const splitBy = (parts: readonly ShapePart[], cut: readonly Position[]): readonly ShapePart[] =>
  parts.flatMap((part) => {
    if (part.kind === 'Point') return [part];
    return part.kind === 'Polygon' ? cutArea(part, cut) : cutLine(part, cut);
  });
