import { expect, it } from 'vitest';
import { crowdBounds } from 'src/client/map/crowdBounds.ts';

type Position = readonly [number, number];

const placeAt = ([x, y]: Position) => ({
  bbox: [x, y, x, y] as const,
  geometry: { type: 'Point', coordinates: [x, y] },
});
/** Returns positions of a grid of one by one degree. */
const grid = (count: number): Position[] =>
  Array.from({ length: count }, (_, at) => [-130 + (at % 10) / 10, 54 + Math.floor(at / 10) / 10]);
const boundsFor = (positions: readonly Position[]) => crowdBounds(positions.map(placeAt));

it('[SPAT-01] a map opens to nearly all places, without one on another continent', () => {
  const { bounds, far } = boundsFor([...grid(60), [2.35, 48.86]])!;
  expect(bounds).toEqual([-130, 54, -129.1, 54.5]);
  expect(far).toBe(1);
});

it('[SPAT-01] a map opens to all places where the others would not be much larger, and where there are few', () => {
  const { bounds, far } = boundsFor([...grid(60), [-128.5, 54]])!;
  expect(bounds).toEqual([-130, 54, -128.5, 54.5]);
  expect(far).toBe(0);
  expect(boundsFor([...grid(10), [2.35, 48.86]])).toEqual({ bounds: [-130, 48.86, 2.35, 54], far: 0 });
});

it('[SPAT-01] counts as far only what is outside: the other places of the farthest twentieth are near', () => {
  const { far } = boundsFor([...grid(100), [100, 0], [100, 1]])!;
  expect(far).toBe(2);
});

it('[SPAT-01] places around the date line are all shown, and there are no bounds without places', () => {
  const beside: Position[] = Array.from({ length: 40 }, (_, at) => [
    at % 2 === 0 ? 179 + at / 100 : -179 - at / 100,
    60,
  ]);
  expect(boundsFor(beside)?.far).toBe(0);
  expect(boundsFor([])).toBeUndefined();
});
