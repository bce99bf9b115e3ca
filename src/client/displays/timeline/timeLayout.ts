// Where what is in view stands on a timeline: each item on a line of its lane, or, where there are too many, how many in each part.
// Pure: called for each frame that moves, so it walks what is in view once and draws nothing.

import type { ItemId } from 'src/model/item/Item.ts';
import { placeOf, roundMoments } from 'src/client/displays/timeline/timeView.ts';
import type { TimeSpan } from 'src/client/displays/timeline/timeSpan.ts';

export interface TimedItem extends TimeSpan {
  readonly id: ItemId;
}

export interface Bar {
  readonly id: ItemId;
  readonly x: number;
  readonly width: number;
  readonly line: number;
  /** A moment, or too short to be seen as a length. */
  readonly isPoint: boolean;
}

export interface Column extends TimeSpan {
  readonly x: number;
  readonly width: number;
  readonly count: number;
}

/** Pixels of a mark and its name. */
const NAME = 150;
const POINT = 12;
const COLUMN = 14;
const GAP = 4;

export const inView = <T extends TimeSpan>(items: readonly T[], { from, to }: TimeSpan): T[] =>
  items.filter((item) => item.from < to && (item.to > from || item.from >= from));

/** Each on the first line where it meets no other; beyond `most` lines they share the last. */
export const barsOf = (items: readonly TimedItem[], view: TimeSpan, width: number, most: number): readonly Bar[] => {
  const ends: number[] = [];
  return items
    .toSorted((one, other) => one.from - other.from || one.to - other.to)
    .map(({ id, from, to }) => {
      const start = Math.max(-2, placeOf(from, view, width));
      const end = Math.min(width + 2, placeOf(to, view, width));
      const isPoint = end - start < POINT;
      const free = ends.findIndex((taken) => taken <= start);
      const line = free >= 0 ? free : Math.min(ends.length, most - 1);
      ends[line] = Math.max(end, start + NAME) + GAP;
      return { id, x: start, width: isPoint ? POINT : end - start, line, isPoint };
    });
};

/** How many start in each part of the view; what started before stands in the first. Parts begin at round moments, so that they stay the same while moving. */
export const columnsOf = (items: readonly TimeSpan[], view: TimeSpan, width: number): readonly Column[] => {
  const edges = [view.from, ...roundMoments(view, width, COLUMN).filter((time) => time > view.from), view.to];
  const counts = new Int32Array(edges.length);
  for (const { from } of items) {
    let low = 0;
    let high = edges.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((edges[middle] ?? 0) <= from) low = middle;
      else high = middle;
    }
    counts[low] = (counts[low] ?? 0) + 1;
  }
  return edges.slice(0, -1).flatMap((from, at) => {
    const to = edges[at + 1] ?? view.to;
    const x = placeOf(from, view, width);
    const count = counts[at] ?? 0;
    return count === 0 ? [] : [{ from, to, x, width: placeOf(to, view, width) - x, count }];
  });
};
