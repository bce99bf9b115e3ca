// Paths in a plane, made wider by a distance. Around an outline with many corners near to each other this cannot be done at once: the line
// at a great distance crosses itself about as often as there are pairs of corners. A distance is the sum of smaller ones, and a small
// one closes what is narrow, so that few corners are left for the next. Called by bandsAround.ts.

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

/** Parts of the distance that the steps lead to. */
const STEPS = [1 / 64, 1 / 16, 1 / 4, 1] as const;
/** Of the whole distance: what is left out of the line before a step, which then goes as much further. */
const LEFT_OUT = 0.002;
/** Of the whole distance: round corners miss by so much, which the last step adds. */
const ARC = 0.001;
/** Of the distance: so much further than asked for the line in steps may be, and never less far. */
export const WIDER_IN_STEPS = 0.04;

/** Pairs of edges nearer to each other than the distance, beyond which it takes steps. */
const MOST_PAIRS = 150_000;
/** Edges that are looked at to tell how many pairs there are. */
const SAMPLES = 64;
/** With fewer, all of it is done in no time. */
const FEW_CORNERS = 200;

type Box = readonly [west: number, south: number, east: number, north: number];

const boxesOf = (rings: readonly Path[]): Box[] =>
  rings.flatMap((ring) =>
    ring.map(({ x, y }, at): Box => {
      const next = ring[(at + 1) % ring.length] ?? { x, y };
      return [Math.min(x, next.x), Math.min(y, next.y), Math.max(x, next.x), Math.max(y, next.y)];
    }),
  );

/** Whether the line at that distance would cross itself too often. */
export const isIntricate = (rings: readonly Path[], distance: number): boolean => {
  const boxes = boxesOf(rings);
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
  /** Outer rings turn one way and holes the other. */
  readonly rings: readonly Path[];
  /** Lines and points. */
  readonly open: readonly Path[];
  readonly distance: number;
  /** How much a straight piece of a round corner may miss, and as much what is made of the line before and after. */
  readonly tolerance: number;
  readonly inSteps: boolean;
}

const offsetOf = ({ rings, open, tolerance }: Omit<Outline, 'distance' | 'inSteps'>): ClipperOffset => {
  const offset = new ClipperOffset(undefined, tolerance);
  if (rings.length > 0) offset.addPaths([...rings], JoinType.Round, EndType.Polygon);
  for (const path of open) offset.addPath(path, JoinType.Round, EndType.Round);
  return offset;
};

/** Ends as a tree of outer rings and holes. */
export const outwards = ({ inSteps, distance, ...outline }: Outline, tree: PolyTree64): void => {
  if (!inSteps) return offsetOf(outline).execute(distance, tree);
  const [leftOut, arc] = [LEFT_OUT * distance, ARC * distance];
  let { rings } = outline;
  let reached = 0;
  for (const part of STEPS) {
    const lines = rings.map((ring) => ramerDouglasPeucker(ring, leftOut)).filter(({ length }) => length > 2);
    const offset = offsetOf({ rings: lines, open: [], tolerance: arc });
    const step = part * distance - reached + leftOut + arc;
    reached = part * distance;
    if (part === 1) return offset.execute(step + 2 * outline.tolerance, tree);
    const wider: Paths64 = [];
    offset.execute(step, wider);
    rings = wider;
  }
  return undefined;
};
