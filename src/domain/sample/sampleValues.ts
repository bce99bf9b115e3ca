// Invented values that several parts of the sample share.

import type { Json } from 'src/model/item/Item.ts';
import type { SeededRandom } from 'src/base/seededRandom.ts';

export const times = (count: number, run: (index: number) => void): void => {
  for (let index = 0; index < count; index += 1) run(index);
};

export const partialDate = (random: SeededRandom): string => {
  const year = String(random.whole(1890, 2024));
  const month = `${year}-${String(random.whole(1, 12)).padStart(2, '0')}`;
  return random.pick([year, month, `${month}-${String(random.whole(1, 28)).padStart(2, '0')}`]);
};

/** Longitude and latitude in an empty stretch of ocean: no real place is meant. */
export const point = (random: SeededRandom): [number, number] => [
  Number((-140 + random.next() * 3).toFixed(5)),
  Number((49.5 + random.next() * 2).toFixed(5)),
];
export const square = (random: SeededRandom): Json => {
  const [lon, lat] = point(random);
  const side = 0.02 + random.next() * 0.08;
  const [east, north] = [Number((lon + side).toFixed(5)), Number((lat + side).toFixed(5))];
  return {
    type: 'Polygon',
    coordinates: [
      [
        [lon, lat],
        [east, lat],
        [east, north],
        [lon, north],
        [lon, lat],
      ],
    ],
  };
};
