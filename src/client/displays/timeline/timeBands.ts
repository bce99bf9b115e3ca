// Periods in the background of a timeline: those of the site's settings, otherwise the declared ones. Pure; called for
// each frame of a move.

import { pixelOfTime } from 'src/client/displays/timeline/timeView.ts';
import type { TimeSpan } from 'src/client/displays/timeSpan.ts';
import type { SitePeriod } from 'src/model/generated/wire.ts';
import { utcDay } from 'src/model/query/timeScale.ts';
import type { BucketSet } from 'src/model/schema/Registry.ts';
import { bestTranslation } from 'src/model/text/translations.ts';

/** An end that is open is infinite. */
export interface TimeBand extends TimeSpan {
  readonly key: string;
  readonly name: string;
}

export interface ShownBand {
  readonly key: string;
  readonly name: string;
  readonly x: number;
  readonly width: number;
  /** Line of the name: names of overlapping periods are on different lines. */
  readonly line: number;
  /** Every other one has a ground of its own. */
  readonly tinted: boolean;
}

/** The first and the last year belong to it. */
export const periodBands = (periods: readonly SitePeriod[], locale: string): readonly TimeBand[] =>
  periods.map(({ name, from, to }, at) => ({
    key: String(at),
    name: bestTranslation(name, locale)?.text ?? '',
    from: from === undefined ? -Infinity : utcDay(from),
    to: to === undefined ? Infinity : utcDay(to + 1),
  }));

export const bucketBands = ({ buckets }: BucketSet, nameOf: (key: string) => string): readonly TimeBand[] =>
  buckets.map(({ key, from, to }) => ({
    key,
    name: nameOf(key),
    from: from === undefined ? -Infinity : utcDay(Number(from)),
    to: to === undefined ? Infinity : utcDay(Number(to)),
  }));

const meets = (band: TimeSpan, { from, to }: TimeSpan): boolean => band.from < to && band.to > from;

export const bandsInView = (bands: readonly TimeBand[], view: TimeSpan): readonly TimeBand[] =>
  bands.filter((band) => meets(band, view));

/** Returns the periods in view, cut to the view, so that the name is visible as long as its period is. */
export const shownBands = (bands: readonly TimeBand[], view: TimeSpan, width: number): readonly ShownBand[] => {
  const ends: number[] = [];
  return bands.flatMap(({ key, name, from, to }, at) => {
    if (!meets({ from, to }, view)) return [];
    const x = from <= view.from ? 0 : pixelOfTime(from, view, width);
    const end = to >= view.to ? width : pixelOfTime(to, view, width);
    const free = ends.findIndex((taken) => taken <= x);
    const line = free >= 0 ? free : ends.length;
    ends[line] = end;
    return [{ key, name, x, width: end - x, line, tinted: at % 2 === 1 }];
  });
};

/** An open end reaches as far as the items do. */
export const spanOfBand = ({ from, to }: TimeSpan, whole: TimeSpan): TimeSpan => {
  const length = Math.max(1, whole.to - whole.from);
  const first = Number.isFinite(from) ? from : Math.min(whole.from, to - length / 10);
  return { from: first, to: Number.isFinite(to) ? to : Math.max(whole.to, first + length / 10) };
};
