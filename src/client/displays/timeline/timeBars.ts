// Positions on a timeline: each item on a line of its lane, or, for many items, the number in each part. Pure; called
// for each frame of a move, so it walks the items in view once and renders nothing.

import type { ItemId } from 'src/model/item/Item.ts';
import { pixelOfTime, roundMoments } from 'src/client/displays/timeline/timeView.ts';
import type { TimedItem, TimeSpan } from 'src/client/displays/timeSpan.ts';

/** Side of the name of a bar: next to it, or over it where there is no space. */
type NameSide = 'after' | 'before' | 'over';

export interface Bar {
  readonly id: ItemId;
  readonly x: number;
  readonly width: number;
  readonly line: number;
  /** A moment, or too short to be seen as a length. */
  readonly isPoint: boolean;
  readonly side: NameSide;
  readonly softStart: boolean;
  readonly softEnd: boolean;
  /** Pixels that its name may take. */
  readonly nameWidth: number;
}

export interface Column extends TimeSpan {
  readonly x: number;
  readonly width: number;
  readonly count: number;
}

/** The most pixels of a name. */
const MAX_NAME_WIDTH = 180;
/** Pixels of a letter, sufficient for readers who increase the letter spacing, and of the margin of a name. */
const LETTER_WIDTH = 8.5;
const BESIDE = 10;
const POINT = 12;
const COLUMN = 14;
const MARK_GAP = 4;

export const itemsInView = <T extends TimeSpan>(items: readonly T[], { from, to }: TimeSpan): T[] =>
  items.filter((item) => item.from < to && (item.to > from || item.from >= from));

/** Pixels that a name takes at most. */
export const widthOfName = (name: string): number => [...name].length * LETTER_WIDTH + BESIDE;

/** Returns the part of the name that fits into the width. */
export const fitting = (name: string, width: number): string => {
  if (widthOfName(name) <= width) return name;
  const letters = [...name].slice(0, Math.max(1, Math.floor((width - BESIDE) / LETTER_WIDTH) - 1));
  return `${letters.join('').trimEnd()}…`;
};

type Named = Pick<Bar, 'side' | 'nameWidth'>;

/** Places the name after the bar if it fits there, else before the bar, else on the side that fits more of it. */
const nameBeside = (start: number, end: number, width: number): Named => {
  const sides: readonly Named[] = [
    { side: 'after', nameWidth: width - end },
    { side: 'before', nameWidth: start },
    { side: 'over', nameWidth: end - start - BESIDE },
  ];
  const widest = sides.reduce((best, each) => (each.nameWidth > best.nameWidth ? each : best));
  const { side, nameWidth } = sides.find((each) => each.nameWidth >= MAX_NAME_WIDTH) ?? widest;
  return { side, nameWidth: Math.min(nameWidth, MAX_NAME_WIDTH) };
};

/** Each on the first line where it meets no other; beyond `most` lines they share the last. */
export const barsOf = (items: readonly TimedItem[], view: TimeSpan, width: number, most: number): readonly Bar[] => {
  const ends: number[] = [];
  return items
    .toSorted((one, other) => one.from - other.from || one.to - other.to)
    .map(({ id, from, to, softStart = false, softEnd = false }) => {
      const begin = Math.max(-2, pixelOfTime(from, view, width));
      const reached = Math.min(width, pixelOfTime(to, view, width));
      const isPoint = reached - begin < POINT;
      // A mark at the edge of the view is shown whole.
      const x = isPoint ? Math.min(begin, width - POINT) : begin;
      const end = isPoint ? x + POINT : reached;
      const named = nameBeside(x, end, width);
      const first = named.side === 'before' ? x - named.nameWidth : x;
      const free = ends.findIndex((taken) => taken <= first);
      const line = free >= 0 ? free : Math.min(ends.length, most - 1);
      ends[line] = (named.side === 'after' ? end + named.nameWidth : end) + MARK_GAP;
      return { id, x, width: end - x, line, isPoint, softStart, softEnd, ...named };
    });
};

/**
 * Counts the items that start in each part of the view; the first part includes those that started before it. Parts
 * begin at round moments, so that they stay the same during a move.
 */
export const countColumns = (items: readonly TimeSpan[], view: TimeSpan, width: number): readonly Column[] => {
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
    const x = pixelOfTime(from, view, width);
    const count = counts[at] ?? 0;
    return count === 0 ? [] : [{ from, to, x, width: pixelOfTime(to, view, width) - x, count }];
  });
};
