// The time range that a timeline shows, from days to thousands of years: its moves, its zoom, and its ticks with their positions. One fixed
// scale lies below the gestures of d3-zoom, so that a transform and a part of time are the same thing. Pure.

import { DAY_MS } from 'src/base/dayMs.ts';
import { scaleUtc } from 'd3-scale';
import { ZoomTransform } from 'd3-zoom';
import type { IntlShape } from 'react-intl';
import { utcDay } from 'src/model/query/timeScale.ts';
import type { TimeSpan } from 'src/client/displays/timeSpan.ts';
import { formatDate } from 'src/client/ui/dates.ts';

const YEAR_MS = 365.25 * DAY_MS;
/** Fixed scale of the timeline. */
const MS_PER_PIXEL = YEAR_MS / 10;
const SHORTEST_MS = DAY_MS;
const LONGEST_MS = 12_000 * YEAR_MS;
const FIRST_MOMENT = utcDay(-9_999);
const LAST_MOMENT = utcDay(4_000);
/** Pixels between two ticks, so that their names do not meet. */
const TICK = 104;

/** Pixels of the longest name, that of a day. */
const DAY_NAME = 88;

const pixelOf = (time: number): number => time / MS_PER_PIXEL;

export const transformOf = ({ from, to }: TimeSpan, width: number): ZoomTransform => {
  const scale = width / pixelOf(to - from);
  return new ZoomTransform(scale, -pixelOf(from) * scale, 0);
};

export const viewOfTransform = ({ k, x }: ZoomTransform, width: number): TimeSpan => ({
  from: (-x / k) * MS_PER_PIXEL,
  to: ((width - x) / k) * MS_PER_PIXEL,
});

export const scaleExtent = (width: number): [number, number] => [
  width / pixelOf(LONGEST_MS),
  width / pixelOf(SHORTEST_MS),
];

export const panExtent: [[number, number], [number, number]] = [
  [pixelOf(FIRST_MOMENT), Number.NEGATIVE_INFINITY],
  [pixelOf(LAST_MOMENT), Number.POSITIVE_INFINITY],
];

const viewWithin = (from: number, length: number): TimeSpan => {
  const wanted = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, length));
  const first = Math.min(LAST_MOMENT - wanted, Math.max(FIRST_MOMENT, from));
  return { from: first, to: first + wanted };
};

/** Closer with a factor below 1, about its middle. */
export const zoomed = ({ from, to }: TimeSpan, factor: number): TimeSpan => {
  const length = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, (to - from) * factor));
  return viewWithin((from + to - length) / 2, length);
};

/** Further by a part of what is in view; backwards when negative. */
export const movedView = ({ from, to }: TimeSpan, part: number): TimeSpan =>
  viewWithin(from + (to - from) * part, to - from);

/** The same length of time, with this moment in its middle. */
export const centred = ({ from, to }: TimeSpan, time: number): TimeSpan =>
  viewWithin(time - (to - from) / 2, to - from);

/** All of it, with a margin. */
export const around = ({ from, to }: TimeSpan): TimeSpan => {
  const length = Math.max(SHORTEST_MS * 4, (to - from) * 1.08);
  return viewWithin((from + to - length) / 2, length);
};

export const pixelOfTime = (time: number, view: TimeSpan, width: number): number =>
  ((time - view.from) / (view.to - view.from)) * width;

/** Round moments in view, about `distance` pixels from each other. */
export const roundMoments = ({ from, to }: TimeSpan, width: number, distance: number): readonly number[] =>
  scaleUtc()
    .domain([from, to])
    .range([0, width])
    .ticks(Math.max(2, width / distance))
    .map(Number);

const YEAR_ONLY = { year: 'numeric', timeZone: 'UTC' } as const;
const MONTH_TICK = { month: 'short', year: 'numeric', timeZone: 'UTC' } as const;

const tickName = (intl: IntlShape, time: number, step: number): string => {
  if (step >= 360 * DAY_MS) return intl.formatDate(time, YEAR_ONLY);
  if (step >= 27 * DAY_MS) return intl.formatDate(time, MONTH_TICK);
  const [day = '', clock = ''] = new Date(time).toISOString().split('T');
  const date = formatDate(intl, day);
  // Hours omit the year, which the days around them show.
  return step >= DAY_MS ? date : `${date.replace(/-\d+$/, '')} ${clock.slice(0, 5)}`;
};

/** The name of a moment, as exact as `step` milliseconds ask for. */
export const momentName = (intl: IntlShape, time: number, step: number): string => {
  const date = tickName(intl, time, step);
  return time < utcDay(1) ? intl.formatMessage({ id: 'timeline.before' }, { date }) : date;
};

export interface Tick {
  readonly time: number;
  readonly name: string;
}

/** There is no year 0, so round years before the common era are one later. */
const roundYear = (time: number, step: number): number => {
  if (time >= utcDay(1) || step < 2 * 360 * DAY_MS) return time;
  return utcDay(new Date(time).getUTCFullYear() + 1);
};

export const ticksOf = (intl: IntlShape, view: TimeSpan, width: number): readonly Tick[] => {
  const times = roundMoments(view, width, TICK);
  const step = (times[1] ?? view.to) - (times[0] ?? view.from);
  const meet = step === DAY_MS && pixelOfTime(view.from + step, view, width) < DAY_NAME;
  return times
    .filter((time) => !meet || (time / DAY_MS) % 2 === 0)
    .map((each) => {
      const time = roundYear(each, step);
      return { time, name: momentName(intl, time, step) };
    });
};
