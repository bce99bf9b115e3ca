// Times of the annotations of ELAN.

import type { EafAnnotation, EafDocument, EafTier } from 'src/server/transcripts/parseEaf.ts';

export interface TimedAnnotation {
  readonly annotation: EafAnnotation;
  /** Seconds; undefined when the file has no time for it. */
  readonly start: number | undefined;
  readonly end: number | undefined;
}

/**
 * Returns the milliseconds of the slots of one tier. Slots without a time get times at equal distances between their neighbours, as ELAN
 * shows them.
 */
const slotTimes = (ids: readonly string[], slots: EafDocument['slots']): ReadonlyMap<string, number> => {
  const times = new Map<string, number>();
  let lastKnown: number | undefined;
  let pending: string[] = [];
  for (const id of ids) {
    const time = slots.get(id);
    if (time === undefined) {
      if (slots.has(id)) pending.push(id);
      continue;
    }
    if (lastKnown !== undefined)
      for (const [at, each] of pending.entries())
        times.set(each, lastKnown + ((time - lastKnown) * (at + 1)) / (pending.length + 1));
    pending = [];
    times.set(id, time);
    lastKnown = time;
  }
  return times;
};

const secondsOf = (milliseconds: number | undefined): number | undefined =>
  milliseconds === undefined || Number.isNaN(milliseconds) ? undefined : Math.round(milliseconds) / 1000;

export const timedAnnotations = ({ annotations }: EafTier, { slots }: EafDocument): readonly TimedAnnotation[] => {
  const ids = annotations.flatMap((annotation) => annotation.slots ?? []);
  const times = slotTimes(
    ids.filter((id, at) => ids[at - 1] !== id),
    slots,
  );
  return annotations.map((annotation) => {
    const [from = '', to = ''] = annotation.slots ?? [];
    return { annotation, start: secondsOf(times.get(from)), end: secondsOf(times.get(to)) };
  });
};

/** Returns whether the times come from the neighbours and not from the file. */
export const isEstimated = ({ annotation, start, end }: TimedAnnotation, { slots }: EafDocument): boolean =>
  start !== undefined &&
  end !== undefined &&
  annotation.slots?.some((id) => slots.has(id) && slots.get(id) === undefined) === true;
