import { expect, it } from 'vitest';
import { colourDistance } from 'src/client/map/layerColours.ts';
import { colourOfRank, rowColours, sortedRows } from 'src/domain/consult/overlap/rowColours.client.ts';
import { registry } from 'src/generated/registry.client.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';

const nearest = (count: number): number => {
  const colours = Array.from({ length: count }, (_, at) => colourOfRank(at));
  return Math.min(...colours.flatMap((one, at) => colours.slice(at + 1).map((other) => colourDistance(one, other))));
};

it('[SPAT-01] [EXPERIENCE] tells the kinds of an overlap apart also to who does not see red or green', () => {
  // The value is 0 for two colours that look the same; the nine hand-picked colours used before had 0.036.
  expect(nearest(9)).toBeGreaterThan(0.04);
  expect(nearest(24)).toBeGreaterThan(0.03);
  expect(nearest(40)).toBeGreaterThan(0.005);
});

const clientWith = (keys: readonly string[] | undefined) => ({ registry, lists: { keys: () => keys } as never });
const placesOf = (kinds: readonly (string | undefined)[]) =>
  kinds.map((kind) => ({ type: 'SpatialFeature', ...(kind !== undefined && { kind }), counts: [1] }));

it('[SPAT-01] a kind has the same colour in every overlap, and no other kind of the overlap has it', () => {
  const client = clientWith(['LANDING', 'TRAIL', 'CAMP']);
  const [camp, typed] = ['CAMP', '#other:Berry ground'];
  const first = rowColours(client, placesOf([camp, typed]));
  const second = rowColours(client, placesOf(['TRAIL', undefined, '#other:Ford', typed, 'LANDING', camp]));
  expect([second[5], second[3]]).toEqual(first);
  expect(new Set(second).size).toBe(second.length);
  expect(first[0]).toBe(colourOfRank(2));
});

it('[SPAT-01] a type without kinds has its own colour, also among kinds of others', () => {
  const rows = [...placesOf(['CAMP']), { type: 'GeoKeeperFieldData', counts: [4] }];
  expect(rowColours(clientWith(['CAMP']), rows)[1]).toBe(registry.types['GeoKeeperFieldData']?.view.color);
});

it('[SPAT-01] [EXPERIENCE] tells 24 typed kinds apart, and gives kinds of a list that is loading no colour of another', () => {
  const typed = placesOf(Array.from({ length: 24 }, (_, at) => `#other:Kind ${at + 1}`));
  expect(new Set(rowColours(clientWith(['CAMP']), typed)).size).toBe(24);
  expect(new Set(rowColours(clientWith(undefined), placesOf(['CAMP', 'TRAIL']))).size).toBe(1);
});

it('[SPAT-01] draws what is of no kind of its own in the colour of the row that counts it', () => {
  const rows = placesOf(['CAMP', undefined]);
  const { typeOf, colours, rowOf } = sortedRows(rows, ['#111111', '#222222'], registry);
  const feature = (spatialType: Json) => ({
    ...{ id: 'SpatialFeature-1' as ItemId, type: 'SpatialFeature', props: { spatialType } },
  });
  for (const [kind, at, colour] of [
    ['CAMP', 0, '#111111'],
    ['A kind that is not counted apart', 1, '#222222'],
    [null, 1, '#222222'],
  ] as const) {
    expect(colours.get(typeOf(feature(kind) as never))).toBe(colour);
    expect(rowOf(feature(kind) as never)).toBe(rows[at]);
  }
});
