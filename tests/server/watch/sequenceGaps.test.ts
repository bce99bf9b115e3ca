// Numbers of the change feed that are still missing.
import { fc } from 'tests/properties.ts';
import { describe, expect, it } from 'vitest';
import { createGaps } from 'src/server/watch/sequenceGaps.ts';

const idle = { xmin: 0, xmax: 1000 };

describe('createGaps', () => {
  it('gives each number once, also when a later one was seen first', () => {
    const gaps = createGaps(10, [], 0);
    expect(gaps.take([11, 13], idle, 0)).toEqual([11, 13]);
    expect(gaps.holes()).toMatchObject([{ from: 12, to: 12 }]);
    expect(gaps.highest).toBe(13);
    expect(gaps.take([12], idle, 0)).toEqual([12]);
    expect(gaps.take([12, 13], idle, 0)).toEqual([]);
    expect(gaps.holes()).toEqual([]);
  });

  it('gives a hole up only when every transaction that could fill it is over', () => {
    const gaps = createGaps(0, [], 0);
    gaps.take([2], { xmin: 5, xmax: 9 }, 0);
    gaps.take([], { xmin: 50, xmax: 60 }, 900);
    expect(gaps.holes()).toMatchObject([{ from: 1, to: 1 }]); // its writer may not even have a transaction id yet
    gaps.take([], { xmin: 50, xmax: 60 }, 1100);
    gaps.take([], { xmin: 59, xmax: 80 }, 1200);
    expect(gaps.holes()).toMatchObject([{ from: 1, to: 1 }]);
    gaps.take([], { xmin: 60, xmax: 80 }, 1300);
    expect(gaps.holes()).toEqual([]);
  });

  it('gives up nothing while there is more to read', () => {
    const gaps = createGaps(0, [], 0);
    gaps.take([4], { xmin: 5, xmax: 9 }, 0);
    gaps.take([], { xmin: 5, xmax: 9 }, 1100);
    expect(gaps.take([1], undefined, 1200)).toEqual([1]);
    expect(gaps.take([2, 3], { xmin: 9, xmax: 9 }, 1300)).toEqual([2, 3]);
  });

  it('holds a transaction of many rows as one range, and splits it where others come in between', () => {
    const gaps = createGaps(0, [{ from: -3, to: -1 }], 0);
    expect(gaps.take([100_001], idle, 0)).toEqual([100_001]);
    expect(gaps.holes()).toMatchObject([
      { from: -3, to: -1 },
      { from: 1, to: 100_000 },
    ]);
    expect(gaps.take([50_000, -2], idle, 0)).toEqual([-2, 50_000]);
    expect(gaps.holes()).toMatchObject([
      { from: -3, to: -3 },
      { from: -1, to: -1 },
      { from: 1, to: 49_999 },
      { from: 50_001, to: 100_000 },
    ]);
  });

  it('loses nothing and repeats nothing, in any order of commits', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(Array.from({ length: 40 }, (_, index) => index + 1)),
        fc.integer({ min: 1, max: 7 }),
        (commits, step) => {
          const gaps = createGaps(0, [], 0);
          const given: number[] = [];
          for (let done = step; done < commits.length + step; done += step) {
            const visible = commits
              .slice(0, done)
              .filter((seq) => seq > gaps.highest || gaps.holes().some(({ from, to }) => from <= seq && seq <= to));
            given.push(...gaps.take(visible, idle, 0));
          }
          expect([...given].sort((a, b) => a - b)).toEqual([...commits].sort((a, b) => a - b));
        },
      ),
    );
  });
});
