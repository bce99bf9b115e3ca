import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asBounds, BoundaryError, boundaryFromHash, hashOfBoundary } from 'src/model/geo/boundsHash.ts';

describe('boundsHash', () => {
  it('[SPAT-02] [FORM-06] writes coordinates in base 36 to five decimals', () => {
    expect(hashOfBoundary([-141, 48, -53, 70])).toBe(
      [-14100000, 4800000, -5300000, 7000000].map((n) => n.toString(36)).join('_'),
    );
    expect(asBounds(hashOfBoundary([-139.223456, 50.1, -139, 51]))).toEqual([-139.22346, 50.1, -139, 51]);
    expect(boundaryFromHash(hashOfBoundary([1.25, 2], 1), 1)).toEqual([1.3, 2]);
  });

  it('[FORM-06] refuses bounds that are not four numbers, and a boundary of an odd number of them', () => {
    for (const bad of [[1, 2, 3], [1, 2, 3, 4, 5], [1, 2, 3, '4'], [1, 2, 3, Number.NaN], [1, 2, 3, null], []])
      expect(() => asBounds(bad), JSON.stringify(bad)).toThrow(BoundaryError);
    for (const bad of ['', 'a', 'a_b_c', 'a_b', 'a_b_c_d_e_f', 'a_b_c_D', 'a_b_c_1.5', 'a_b_c_', 'a_b_c_ 1'])
      expect(() => asBounds(bad), bad).toThrow(BoundaryError);
    expect(() => hashOfBoundary([1, 2, 3])).toThrow(BoundaryError);
    expect(() => hashOfBoundary([1, Number.POSITIVE_INFINITY])).toThrow(BoundaryError);
  });

  it('[SPAT-02] reads what it wrote, to the last decimal kept', () => {
    const degrees = fc.integer({ min: -18_000_000, max: 18_000_000 }).map((each) => each / 1e5);
    fc.assert(
      fc.property(fc.array(fc.tuple(degrees, degrees), { minLength: 1, maxLength: 20 }), (pairs) => {
        expect(boundaryFromHash(hashOfBoundary(pairs.flat()))).toEqual(pairs.flat());
      }),
    );
  });
});
