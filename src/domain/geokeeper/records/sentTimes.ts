// Corrects the times of a device by the difference of its clock. This is the only place where times of a device are corrected.

import type { ArrivalNote } from 'src/domain/geokeeper/arrival/arrivalNotes.ts';
import type { SentRecord } from 'src/domain/geokeeper/records/sentRecord.ts';
import { invalidAt } from 'src/model/problems.ts';

/** A clock that is further off is corrected. */
const CLOCK_TOLERANCE_MS = 60_000;
/** A clock that is further off is mentioned to the reviewer. */
const NOTED_OFFSET_MS = 5 * 60_000;

export interface SentTimes {
  readonly collected: string;
  readonly finalized: string | undefined;
  /** `collected` by the clock of the device, when it was corrected. */
  readonly deviceTime: string | undefined;
  readonly notes: readonly ArrivalNote[];
}

const deviceTimeOf = (text: string, pointer: string): number => {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw invalidAt(pointer, 'errors.invalidDate');
  return time;
};

const isoTime = (time: number, pointer: string): string => {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) throw invalidAt(pointer, 'errors.invalidDate');
  return date.toISOString();
};

/** Throws `invalid` for a text that is no time. */
export const sentTimes = (
  { collected, finalized, clockOffset = 0 }: Pick<SentRecord, 'collected' | 'finalized' | 'clockOffset'>,
  now: Date,
): SentTimes => {
  const offset = Math.abs(clockOffset) > CLOCK_TOLERANCE_MS ? clockOffset : 0;
  const time = deviceTimeOf(collected, '/record/collected');
  const isFuture = time - offset - now.getTime() > NOTED_OFFSET_MS;
  return {
    collected: isoTime(time - offset, '/record/collected'),
    finalized:
      finalized === undefined
        ? undefined
        : isoTime(deviceTimeOf(finalized, '/record/finalized') - offset, '/record/finalized'),
    deviceTime: offset === 0 ? undefined : isoTime(time, '/record/collected'),
    notes: [
      ...(Math.abs(offset) > NOTED_OFFSET_MS
        ? [{ kind: 'clock', path: '', values: { seconds: Math.round(offset / 1_000) } } as const]
        : []),
      ...(isFuture ? [{ kind: 'future', path: '' } as const] : []),
    ],
  };
};
