import { describe, expect, it } from 'vitest';
import { EMPTY_STATE, readState, writeState } from 'src/model/listing/listingState.ts';
import { boundsIn, stateWithin, withinArea, withoutPlace } from 'src/client/listing/placeFilters.ts';
import { areaIn, boundsAsked } from 'src/client/map/useAreaSearch.ts';
import type { Area } from 'src/model/geo/geoJson.ts';

const AREA: Area = {
  type: 'Polygon',
  coordinates: [
    [
      [-130.5, 50],
      [-120.25, 50],
      [-120.25, 55.12345],
      [-130.5, 50],
    ],
  ],
};

const [KEY = ''] = Object.keys(withinArea(EMPTY_STATE, AREA).chosen);

describe('[SRCH-03] where on earth a listing looks', () => {
  it('reads back from the address the view and the area that were chosen, each as one hash', () => {
    const state = withinArea(stateWithin({ ...EMPTY_STATE, text: 'river' }, [-141, 48, -53, 70]), AREA);
    expect(Object.values(state.chosen).map((values) => values.map((value) => typeof value))).toEqual([
      ['string'],
      ['string'],
    ]);
    const read = readState(writeState(state));
    expect(read).toEqual(state);
    expect(boundsIn(read)).toEqual([-141, 48, -53, 70]);
    expect(areaIn(read)).toEqual(AREA);
  });

  it('looks at the view where one is chosen, else at the whole of the area', () => {
    const drawn = withinArea(EMPTY_STATE, AREA);
    expect(boundsAsked(EMPTY_STATE)).toBeUndefined();
    expect(boundsAsked(drawn)).toEqual([-130.5, 50, -120.25, 55.12345]);
    expect(boundsAsked(stateWithin(drawn, [-1, -1, 1, 1]))).toEqual([-1, -1, 1, 1]);
  });

  it('puts another area in place of the first, and takes it away without the rest', () => {
    const first = withinArea(stateWithin(EMPTY_STATE, [-1, -1, 1, 1]), AREA);
    const moved: Area = { type: 'MultiPolygon', coordinates: [AREA.coordinates, AREA.coordinates] };
    const second = withinArea(first, moved);
    expect(areaIn(second)).toEqual(moved);
    expect(withoutPlace(second, KEY)).toEqual(stateWithin(EMPTY_STATE, [-1, -1, 1, 1]));
  });

  it('still reads a view that was saved as four numbers', () => {
    expect(boundsIn({ chosen: { bounds: [-141, 48, -53, 70] } })).toEqual([-141, 48, -53, 70]);
  });

  it('shows nothing for what an address has garbled', () => {
    for (const garbled of ['', 'x', '1_2_3', '1_2', 'zzzzzzzzz_1_2_3_4_5_zzzzzzzzz_1', 12, null]) {
      expect(areaIn({ chosen: { [KEY]: [garbled] } })).toBeUndefined();
      expect(boundsIn({ chosen: { bounds: [garbled] } })).toBeUndefined();
    }
  });
});
