// Heights of the invented land on a grid, from the coasts, peaks and rivers of records/ground.json. Deterministic.

import ground from 'src/domain/sample/records/ground.json' with { type: 'json' };
import { layeredNoise } from 'src/domain/sample/ground/smoothNoise.ts';

export type Place = readonly [longitude: number, latitude: number];

/** West, south, east and north of the invented region. */
export const GROUND_BOUNDS = [-139.8, 50.0, -138.5, 50.75] as const;
/** Cells of the grid are about 150 m wide and high. */
export const GRID_WIDTH = 620;
export const GRID_HEIGHT = 560;
const [WEST_END, SOUTH_END, EAST_END, NORTH_END] = GROUND_BOUNDS;
const CELL_LONGITUDE = (EAST_END - WEST_END) / GRID_WIDTH;
const CELL_LATITUDE = (NORTH_END - SOUTH_END) / GRID_HEIGHT;
const KM_OF_LATITUDE = 111.2;
const KM_OF_LONGITUDE = KM_OF_LATITUDE * Math.cos((50.35 * Math.PI) / 180);
/** Distances change slowly, so they are computed for every fourth cell. */
const DISTANCE_STEP = 4;

type Kilometres = readonly [x: number, y: number];

const inKilometres = ([longitude, latitude]: readonly number[]): Kilometres => [
  ((longitude ?? 0) - WEST_END) * KM_OF_LONGITUDE,
  ((latitude ?? 0) - SOUTH_END) * KM_OF_LATITUDE,
];

/** Returns the square of the distance. */
const distanceToPart = ([x, y]: Kilometres, [ax, ay]: Kilometres, [bx, by]: Kilometres): number => {
  const [dx, dy] = [bx - ax, by - ay];
  const part = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return (x - ax - part * dx) ** 2 + (y - ay - part * dy) ** 2;
};

const distanceToLine = (at: Kilometres, line: readonly Kilometres[]): number => {
  let least = Infinity;
  for (let index = 1; index < line.length; index += 1)
    least = Math.min(least, distanceToPart(at, line[index - 1] ?? at, line[index] ?? at));
  return Math.sqrt(least);
};

const isWithinShape = ([x, y]: Kilometres, ring: readonly Kilometres[]): boolean => {
  let within = false;
  for (let index = 1; index < ring.length; index += 1) {
    const [[ax, ay], [bx, by]] = [ring[index - 1] ?? [0, 0], ring[index] ?? [0, 0]];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within;
  }
  return within;
};

const closedRing = (coast: readonly (readonly number[])[]): Kilometres[] =>
  [...coast, ...coast.slice(0, 1)].map((each) => inKilometres(each));

/** Kilometres to the nearest coast, negative in the sea. */
const shoreDistance = (at: Kilometres, rings: readonly (readonly Kilometres[])[]): number => {
  let nearest = -Infinity;
  for (const ring of rings) {
    const away = distanceToLine(at, ring);
    nearest = Math.max(nearest, isWithinShape(at, ring) ? away : -away);
  }
  return nearest;
};

const smoothStep = (from: number, to: number, value: number): number => {
  const part = Math.max(0, Math.min(1, (value - from) / (to - from)));
  return part * part * (3 - 2 * part);
};

/** Computes values for every fourth cell and interpolates between them. */
const coarseGrid = (valueAt: (at: Kilometres) => number): ((column: number, row: number) => number) => {
  const across = Math.ceil(GRID_WIDTH / DISTANCE_STEP) + 1;
  const down = Math.ceil(GRID_HEIGHT / DISTANCE_STEP) + 1;
  const values = new Float64Array(across * down);
  for (let row = 0; row < down; row += 1)
    for (let column = 0; column < across; column += 1)
      values[row * across + column] = valueAt(kilometresOf(column * DISTANCE_STEP, row * DISTANCE_STEP));
  return (column, row) => {
    const [x, y] = [column / DISTANCE_STEP, row / DISTANCE_STEP];
    const at = Math.floor(y) * across + Math.floor(x);
    const [east, south] = [x - Math.floor(x), y - Math.floor(y)];
    const value = (index: number): number => values[index] ?? 0;
    const upper = value(at) * (1 - east) + value(at + 1) * east;
    return upper * (1 - south) + (value(at + across) * (1 - east) + value(at + across + 1) * east) * south;
  };
};

/** Rows run from north to south, as those of d3-contour. */
export const placeOfCell = (column: number, row: number): Place => [
  WEST_END + column * CELL_LONGITUDE,
  NORTH_END - row * CELL_LATITUDE,
];
/** Returns the index of the cell of a place. */
export const cellOfPlace = ([longitude = 0, latitude = 0]: readonly number[]): number =>
  Math.floor((NORTH_END - latitude) / CELL_LATITUDE) * GRID_WIDTH + Math.floor((longitude - WEST_END) / CELL_LONGITUDE);
const kilometresOf = (column: number, row: number): Kilometres => inKilometres(placeOfCell(column, row));

const peaks = ground.peaks.map(({ at, height, reach }) => ({ at: inKilometres(at), height, reach }));

const heightOfPeaks = ([x, y]: Kilometres): number =>
  peaks.reduce((sum, { at: [px, py], height, reach }) => {
    const away = ((x - px) ** 2 + (y - py) ** 2) / (reach * reach);
    return away > 6 ? sum : sum + height * Math.exp(-away * 1.6);
  }, 0);

/** Places that people have marked at the shore keep their shore: the coast is rougher away from this one. */
/** Kilometres from the plain coast within which the rough one is. */
const ROUGH_WITHIN = 0.9;
const SETTLED: Kilometres = inKilometres([-139.2, 50.335]);

export interface Terrain {
  /** Kilometres from the shore, positive on land. */
  readonly shore: Float64Array;
  /** Metres above the sea; 0 in the sea. */
  readonly height: Float64Array;
  /** Between about -1 and 1: how moist the ground is. */
  readonly moisture: Float64Array;
}

const roughness = (at: Kilometres): number => {
  const away = Math.sqrt((at[0] - SETTLED[0]) ** 2 + (at[1] - SETTLED[1]) ** 2);
  return 0.12 + 0.75 * smoothStep(4, 18, away);
};

const heightAt = (at: Kilometres, inland: number, river: number): number => {
  const [x, y] = at;
  const ridges = 1 - Math.abs(layeredNoise(x / 3.2, y / 3.2, { seed: 31, octaves: 3 })) * 1.6;
  const hills = heightOfPeaks(at);
  const rough = layeredNoise(x / 1.3, y / 1.3, { seed: 57, octaves: 2 });
  const rise = smoothStep(0, 2.6, inland);
  const whole = 22 * Math.min(inland, 5) + rise * (hills * (0.62 + 0.38 * ridges) + 70 * (ridges + 0.4) + 26 * rough);
  return Math.max(0.5, whole * (0.22 + 0.78 * smoothStep(0.1, 1.9, river)));
};

export const makeTerrain = (): Terrain => {
  const rings = ground.islands.map(({ coast }) => closedRing(coast));
  const rivers = ground.rivers.map(({ course }) => course.map((each) => inKilometres(each)));
  const shoreOf = coarseGrid((at) => shoreDistance(at, rings));
  const riverOf = coarseGrid((at) => Math.min(...rivers.map((line) => distanceToLine(at, line))));
  const cells = GRID_WIDTH * GRID_HEIGHT;
  const [shore, height, moisture] = [new Float64Array(cells), new Float64Array(cells), new Float64Array(cells)];
  for (let row = 0; row < GRID_HEIGHT; row += 1)
    for (let column = 0; column < GRID_WIDTH; column += 1) {
      const cell = row * GRID_WIDTH + column;
      const at = kilometresOf(column, row);
      const [x, y] = at;
      const plain = shoreOf(column, row);
      const inland =
        Math.abs(plain) > ROUGH_WITHIN
          ? plain
          : plain + roughness(at) * layeredNoise(x / 2.6, y / 2.6, { seed: 7, octaves: 4 });
      shore[cell] = inland;
      if (inland <= 0) continue;
      height[cell] = heightAt(at, inland, riverOf(column, row));
      moisture[cell] = layeredNoise(x / 4.5, y / 4.5, { seed: 91, octaves: 3 });
    }
  return { shore, height, moisture };
};

/** Relief has half as many columns and rows. */
export const RELIEF_STEP = 2;
export const RELIEF_WIDTH = GRID_WIDTH / RELIEF_STEP;
export const RELIEF_HEIGHT = GRID_HEIGHT / RELIEF_STEP;

/** Returns the mean heights of the larger cells of the relief. */
export const reliefHeights = ({ height }: Terrain): Float64Array =>
  Float64Array.from({ length: RELIEF_WIDTH * RELIEF_HEIGHT }, (_, cell) => {
    const first = Math.floor(cell / RELIEF_WIDTH) * RELIEF_STEP * GRID_WIDTH + (cell % RELIEF_WIDTH) * RELIEF_STEP;
    const at = (index: number): number => height[index] ?? 0;
    return (at(first) + at(first + 1) + at(first + GRID_WIDTH) + at(first + GRID_WIDTH + 1)) / 4;
  });

const SUN: readonly [east: number, north: number, up: number] = [-0.5, 0.5, 0.7071];
/** Heights are exaggerated, so that hills of some hundred metres are visible. */
const EXAGGERATION = 2.2;
/** Twice the metres of a cell, the distance of its neighbours. */
const ACROSS = RELIEF_STEP * 2_000;
const EAST_METRES = CELL_LONGITUDE * KM_OF_LONGITUDE * ACROSS;
const NORTH_METRES = CELL_LATITUDE * KM_OF_LATITUDE * ACROSS;

/** Light on each cell of the relief, with the sun in the north-west: 0 for level ground, negative in the shade. */
export const lightOf = (heights: Float64Array): Float64Array =>
  heights.map((_, cell) => {
    const at = (index: number): number => heights[index] ?? 0;
    const east = (EXAGGERATION * (at(cell + 1) - at(cell - 1))) / EAST_METRES;
    const north = (EXAGGERATION * (at(cell - RELIEF_WIDTH) - at(cell + RELIEF_WIDTH))) / NORTH_METRES;
    const slope = Math.sqrt(east * east + north * north + 1);
    return (-east * SUN[0] - north * SUN[1] + SUN[2]) / slope - SUN[2];
  });
