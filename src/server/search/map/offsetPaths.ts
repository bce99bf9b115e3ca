// Widens paths in a plane by a distance. One step is too slow for an outline with many close corners: the offset line crosses itself about
// as often as there are pairs of close corners. Several smaller steps close narrow gaps first, so that few corners remain for the next one.
// Used by bandsAround.ts.

import {
  ClipperOffset,
  EndType,
  JoinType,
  ramerDouglasPeucker,
  type isPositive,
  type Paths64,
  type PolyTree64,
} from 'clipper2-ts';

export type Path = Parameters<typeof isPositive>[0];

/** Fractions of the distance after each step. */
const DISTANCE_STEPS = [1 / 64, 1 / 16, 1 / 4, 1] as const;
/** Simplification before a step relative to the whole distance; the step is extended by as much. */
const LEFT_OUT = 0.002;
/** Error of round corners relative to the whole distance, which the last step compensates. */
const ARC = 0.001;
/** Maximum excess of the result in steps relative to the distance. It is never smaller. */
export const WIDER_IN_STEPS = 0.04;

/** Above this number of pairs of edges closer than the distance, several steps are used. */
const MOST_PAIRS = 150_000;
/** Number of edges sampled to estimate the pairs. */
const SAMPLES = 64;
/** Below this number of corners, one step is always fast. */
const FEW_CORNERS = 200;

type Box = readonly [west: number, south: number, east: number, north: number];

const edgeBoxesOf = (rings: readonly Path[]): Box[] =>
  rings.flatMap((ring) =>
    ring.map(({ x, y }, at): Box => {
      const next = ring[(at + 1) % ring.length] ?? { x, y };
      return [Math.min(x, next.x), Math.min(y, next.y), Math.max(x, next.x), Math.max(y, next.y)];
    }),
  );

/** Returns true when the offset line would cross itself too often. */
export const isIntricate = (rings: readonly Path[], distance: number): boolean => {
  const boxes = edgeBoxesOf(rings);
  if (boxes.length <= FEW_CORNERS) return false;
  const every = Math.ceil(boxes.length / SAMPLES);
  const sampled = boxes.filter((_, at) => at % every === 0);
  const near = sampled.reduce((sum, [west, south, east, north]) => {
    const isNear = (box: Box): boolean =>
      box[0] <= east + distance &&
      box[2] >= west - distance &&
      box[1] <= north + distance &&
      box[3] >= south - distance;
    return sum + boxes.filter(isNear).length;
  }, 0);
  return near * every > MOST_PAIRS;
};

interface Outline {
  /** Outer rings in one direction and holes in the other. */
  readonly rings: readonly Path[];
  /** Lines and points. */
  readonly open: readonly Path[];
  readonly distance: number;
  /** Maximum error of round corners, and of the simplification before and after. */
  readonly tolerance: number;
  readonly inSteps: boolean;
}

const clipperOffset = ({ rings, open, tolerance }: Omit<Outline, 'distance' | 'inSteps'>): ClipperOffset => {
  const offset = new ClipperOffset(undefined, tolerance);
  if (rings.length > 0) offset.addPaths([...rings], JoinType.Round, EndType.Polygon);
  for (const path of open) offset.addPath(path, JoinType.Round, EndType.Round);
  return offset;
};

/** Returns a tree of outer rings and holes. */
export const outwards = ({ inSteps, distance, ...outline }: Outline, tree: PolyTree64): void => {
  if (!inSteps) return clipperOffset(outline).execute(distance, tree);
  const [leftOut, arc] = [LEFT_OUT * distance, ARC * distance];
  let { rings } = outline;
  let reached = 0;
  for (const part of DISTANCE_STEPS) {
    const lines = rings.map((ring) => ramerDouglasPeucker(ring, leftOut)).filter(({ length }) => length > 2);
    const offset = clipperOffset({ rings: lines, open: [], tolerance: arc });
    const step = part * distance - reached + leftOut + arc;
    reached = part * distance;
    if (part === 1) return offset.execute(step + 2 * outline.tolerance, tree);
    const wider: Paths64 = [];
    offset.execute(step, wider);
    rings = wider;
  }
  return undefined;
};
