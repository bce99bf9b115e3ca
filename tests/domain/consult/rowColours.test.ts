import { expect, it } from 'vitest';
import { colourDistance } from 'src/client/map/layerColours.ts';
import { colourOfRow, rowColours } from 'src/domain/consult/overlap/rowColours.client.ts';
import { registry } from 'src/generated/registry.client.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';

const nearest = (count: number): number => {
  const colours = Array.from({ length: count }, (_, at) => colourOfRow(at));
  return Math.min(...colours.flatMap((one, at) => colours.slice(at + 1).map((other) => colourDistance(one, other))));
};

it('[SPAT-01] [EXPERIENCE] tells the kinds of an overlap apart also to who does not see red or green', () => {
  // The value is 0 for two colours that look the same; the nine hand-picked colours used before had 0.036.
  expect(nearest(9)).toBeGreaterThan(0.04);
  expect(nearest(24)).toBeGreaterThan(0.03);
  expect(nearest(40)).toBeGreaterThan(0.005);
});

it('[SPAT-01] draws what is of no kind of its own in the colour of the row that counts it', () => {
  const rows = ['CAMP', undefined].map((kind) => ({ type: 'SpatialFeature', ...(kind && { kind }), counts: [1] }));
  const { typeOf, colours, rowOf } = rowColours(rows, registry);
  const feature = (spatialType: Json) => ({
    ...{ id: 'SpatialFeature-1' as ItemId, type: 'SpatialFeature', props: { spatialType } },
  });
  for (const [kind, at] of [
    ['CAMP', 0],
    ['A kind that is not counted apart', 1],
    [null, 1],
  ] as const) {
    expect(colours.get(typeOf(feature(kind) as never))).toBe(colourOfRow(at));
    expect(rowOf(feature(kind) as never)).toBe(rows[at]);
  }
});
