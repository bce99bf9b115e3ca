// The server's answer about the places of the sample in and around an area. The numbers are counted, the distances are invented.

import type { Overlap } from 'src/model/generated/wire.ts';
import type { Values } from 'src/model/item/Item.ts';
import { sampleItemsOfType } from 'stories/product/sampleItems.ts';

const WITHIN = [0, 100, 1_000, 5_000] as const;
const DEGREES = [0, 0.002, 0.015, 0.06] as const;
const [WEST, SOUTH, EAST, NORTH] = [-139.25, 50.21, -138.95, 50.3] as const;

const boxAround = (degrees: number): Values => ({
  type: 'Polygon',
  coordinates: [
    [
      [WEST - degrees, SOUTH - degrees],
      [EAST + degrees, SOUTH - degrees],
      [EAST + degrees, NORTH + degrees],
      [WEST - degrees, NORTH + degrees],
      [WEST - degrees, SOUTH - degrees],
    ],
  ],
});

export const projectArea = boxAround(0);

const bands = WITHIN.map((within, at) => ({ within, area: boxAround(DEGREES[at] ?? 0) as never }));

const places = sampleItemsOfType('SpatialFeature').slice(0, 24);
const kinds = [...new Set(places.map(({ spatialType }) => spatialType as string | undefined))];

export const sampleOverlap: Overlap = {
  bands,
  rows: kinds.map((kind) => {
    const counts = WITHIN.map(
      (_, band) => places.filter(({ spatialType }, at) => spatialType === kind && at % WITHIN.length === band).length,
    );
    return { type: 'SpatialFeature', ...(kind !== undefined && { kind }), counts };
  }),
  places: places.map(({ $id, $label, spatialType }, at) => ({
    ...{ $id, label: $label, row: kinds.indexOf(spatialType as string | undefined), band: at % WITHIN.length },
  })),
  beside: [],
};

export const emptyOverlap: Overlap = { bands, rows: [], places: [], beside: [] };

const LONG = 'The landing below the second bend where the alders stand in the water every spring';

export const longOverlap: Overlap = {
  ...sampleOverlap,
  rows: sampleOverlap.rows.map((row, at) => ({ ...row, kind: `#other:${LONG} ${at + 1}` })),
  places: sampleOverlap.places.map((place) => ({ ...place, label: `${LONG}: ${place.label}` })),
};

const MANY = 24;

/** An answer with more kinds than the palette has colours. */
export const manyKindsOverlap: Overlap = {
  ...sampleOverlap,
  rows: Array.from({ length: MANY }, (_, at) => ({
    ...{ type: 'SpatialFeature', kind: `#other:Kind ${at + 1}`, counts: WITHIN.map((_, band) => (at + band) % 5) },
  })),
  places: places.map(({ $id, $label }, at) => ({
    ...{ $id, label: $label, row: at % MANY, band: at % WITHIN.length },
  })),
};
