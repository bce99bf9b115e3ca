// Features of the invented land by layer, in the layers and kinds of the Protomaps basemap, with relief: shade and contours. The rivers,
// roads and names come from records/ground.json.

import { contours } from 'd3-contour';
import type { Feature, MultiPolygon, Position } from 'geojson';
import ground from 'src/domain/sample/records/ground.json' with { type: 'json' };
import { layeredNoise } from 'src/domain/sample/ground/smoothNoise.ts';
import {
  cellOfPlace,
  GRID_HEIGHT,
  GRID_WIDTH,
  lightOf,
  makeTerrain,
  placeOfCell,
  RELIEF_HEIGHT,
  RELIEF_WIDTH,
  reliefHeights,
} from 'src/domain/sample/ground/sampleTerrain.ts';

/** Features of one layer of the tiles. */
export interface GroundLayer {
  readonly name: string;
  /** First zoom of the layer. */
  readonly from: number;
  readonly features: readonly Feature[];
}

type Kind = Readonly<Record<string, string | number>>;

const CONTOUR_STEP = 100;
/** Every so many metres, a contour has its height written on it. */
const NAMED_CONTOUR = 200;
const HIGHEST = 1_000;
const SMOOTHINGS = 3;
/** Smallest area of a patch in cells. */
const LEAST_CELLS = 4;

const ringArea = (ring: readonly Position[]): number =>
  Math.abs(
    ring.reduce((sum, [x = 0, y = 0], at) => {
      const [nextX = 0, nextY = 0] = ring[(at + 1) % ring.length] ?? [];
      return sum + x * nextY - nextX * y;
    }, 0),
  ) / 2;

/** Values of the cells of a grid. */
interface Grid {
  readonly values: number[];
  readonly width: number;
  readonly height: number;
}

const terrainGridOf = (values: Float64Array): Grid => ({
  values: Array.from(values),
  width: GRID_WIDTH,
  height: GRID_HEIGHT,
});
const reliefGrid = (values: Float64Array): Grid => ({
  ...{ values: Array.from(values), width: RELIEF_WIDTH, height: RELIEF_HEIGHT },
});

/** Returns the area in which the values are above the threshold. */
const areaAbove = ({ values, width, height }: Grid, threshold: number): MultiPolygon => {
  const times = GRID_WIDTH / width;
  const onEarth = (ring: readonly Position[]): Position[] =>
    ring.map(([column = 0, row = 0]) => [...placeOfCell(column * times - 0.5, row * times - 0.5)]);
  const { coordinates } = contours().size([width, height]).contour(values, threshold);
  const large = coordinates.filter(([outline = []]) => ringArea(outline) >= LEAST_CELLS);
  return {
    type: 'MultiPolygon',
    coordinates: large.map((rings) => rings.filter((ring) => ringArea(ring) >= LEAST_CELLS).map(onEarth)),
  };
};

const groundFeatureOf = (geometry: Feature['geometry'], properties: Kind): Feature => ({
  type: 'Feature',
  geometry,
  properties,
});

/** Cuts the corners of a line, again and again (Chaikin). */
const smoothed = (line: readonly Position[], closed: boolean, times = SMOOTHINGS): Position[] => {
  if (times === 0) return [...line];
  const parts = line.slice(1).flatMap((to, index): Position[] => {
    const from = line[index] ?? to;
    const between = (part: number): Position => from.map((each, at) => each + ((to[at] ?? 0) - each) * part);
    return [between(0.25), between(0.75)];
  });
  const whole = closed ? [...parts, ...parts.slice(0, 1)] : [...line.slice(0, 1), ...parts, ...line.slice(-1)];
  return smoothed(whole, closed, times - 1);
};

const groundPathOf = (course: readonly Position[], properties: Kind): Feature =>
  groundFeatureOf({ type: 'LineString', coordinates: smoothed(course, false) }, properties);

const groundPointOf = (at: Position, properties: Kind): Feature =>
  groundFeatureOf({ type: 'Point', coordinates: at }, properties);

const lakeOf = ({ name, shore }: (typeof ground.lakes)[number]): Feature => {
  const ring = smoothed([...shore, ...shore.slice(0, 1)], true, 2);
  return groundFeatureOf({ type: 'Polygon', coordinates: [ring] }, { kind: 'lake', name });
};

/** Streams wind; the large river keeps to the places of the sample at its banks. */
const windingCourse = (course: readonly Position[]): Position[] =>
  smoothed(course, false).map(([x = 0, y = 0], at) => {
    const bend = at === 0 ? 0 : layeredNoise(x * 90, y * 140, { seed: 13, octaves: 2 });
    return [x + bend * 0.004, y - bend * 0.003];
  });

/** A river ends where it reaches the sea. */
const riverOf = ({ name, course, wide = 1 }: (typeof ground.rivers)[number], shore: Float64Array): Feature => {
  const line = wide > 1 ? smoothed(course, false) : windingCourse(course);
  const mouth = line.findIndex((place, at) => at > 1 && (shore[cellOfPlace(place)] ?? 0) <= 0);
  const coordinates = mouth === -1 ? line : line.slice(0, mouth + 1);
  return groundFeatureOf({ type: 'LineString', coordinates }, { kind: wide > 1 ? 'river' : 'stream', name });
};

const waterFeatures = (shore: Float64Array): Feature[] => [
  ...ground.lakes.map(lakeOf),
  ...ground.rivers.map((river) => riverOf(river, shore)),
  ...ground.waters.map(({ name, at, from }) => groundPointOf(at, { kind: 'sea', name, min_zoom: from })),
];

const contourFeatures = (relief: Grid): Feature[] => {
  const heights = Array.from({ length: HIGHEST / CONTOUR_STEP }, (_, step) => (step + 1) * CONTOUR_STEP);
  return heights.flatMap((metres) => {
    const lines = areaAbove(relief, metres).coordinates.flat();
    const kind = metres % NAMED_CONTOUR === 0 ? 'index' : 'step';
    return lines.length === 0
      ? []
      : [groundFeatureOf({ type: 'MultiLineString', coordinates: lines }, { kind, elevation: metres })];
  });
};

const RELIEF_SHADES: readonly (readonly [kind: string, level: number, light: number])[] = [
  ['shadow', 1, -0.07],
  ['shadow', 2, -0.17],
  ['shadow', 3, -0.28],
  ['highlight', 1, 0.06],
  ['highlight', 2, 0.14],
];

const reliefFeatures = (light: Float64Array): Feature[] => {
  const [bright, dark] = [reliefGrid(light), reliefGrid(light.map((value) => -value))];
  return RELIEF_SHADES.map(([kind, level, value]) =>
    groundFeatureOf(value < 0 ? areaAbove(dark, -value) : areaAbove(bright, value), { kind, level }),
  );
};

/** Returns the smallest of several values in each cell, so that an area has all of their limits. */
const leastOf = (length: number, value: (cell: number) => readonly number[]): Float64Array =>
  Float64Array.from({ length }, (_, cell) => Math.min(...value(cell)));

const settlementFeatures = (): Feature[] =>
  ground.settlements.map(({ name, at, kind, rank }) =>
    groundPointOf(at, { kind, name, population_rank: rank, min_zoom: rank >= 8 ? 6 : 9 }),
  );

const islandNames = (): Feature[] =>
  ground.islands
    .filter(({ name }) => name !== '')
    .map(({ name, label }) => groundPointOf(label, { kind: 'island', name, min_zoom: 8 }));

/** Returns all layers of the invented land, the lowest first. */
export const sampleGround = (): readonly GroundLayer[] => {
  const terrain = makeTerrain();
  const { shore, height, moisture } = terrain;
  const relief = reliefHeights(terrain);
  const at = (values: Float64Array, cell: number): number => values[cell] ?? 0;
  const cover = (value: (cell: number) => readonly number[], kind: string): Feature =>
    groundFeatureOf(areaAbove(terrainGridOf(leastOf(shore.length, value)), 0), { kind });
  return [
    {
      name: 'earth',
      from: 0,
      features: [groundFeatureOf(areaAbove(terrainGridOf(shore), 0), { kind: 'earth' }), ...islandNames()],
    },
    {
      name: 'landcover',
      from: 6,
      features: [
        cover((cell) => [at(shore, cell) - 0.25, at(moisture, cell) + 0.18, (620 - at(height, cell)) / 200], 'forest'),
        cover((cell) => [at(shore, cell) - 0.4, (at(height, cell) - 640) / 200], 'barren'),
        cover(
          (cell) => [
            at(shore, cell) - 0.12,
            (40 - at(height, cell)) / 40,
            0.1 - at(moisture, cell),
            2 - at(shore, cell),
          ],
          'grassland',
        ),
      ],
    },
    { name: 'relief', from: 7, features: reliefFeatures(lightOf(relief)) },
    { name: 'contours', from: 10, features: contourFeatures(reliefGrid(relief)) },
    { name: 'water', from: 6, features: waterFeatures(shore) },
    { name: 'boundaries', from: 6, features: [groundPathOf(ground.boundary.course, { kind: 'region' })] },
    {
      name: 'roads',
      from: 8,
      features: ground.roads.map(({ name, kind, course }) => groundPathOf(course, { kind, name })),
    },
    { name: 'places', from: 6, features: settlementFeatures() },
    {
      name: 'pois',
      from: 10,
      features: ground.peaks
        .filter(({ name }) => name !== '')
        .map(({ name, at: top, height: metres }) => groundPointOf(top, { kind: 'peak', name, elevation: metres })),
    },
  ];
};
