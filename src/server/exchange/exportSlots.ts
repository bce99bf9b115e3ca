// Slots for concurrent exports of a process. A person gets a second one only while fewer than half are taken, and an export whose reader
// pauses for a while loses its slot to a person without one. Used by exchange/exportRoute.ts.

import type { Clock } from 'src/base/clock.ts';
import { problem } from 'src/model/problems.ts';
import type { Limits } from 'src/server/limits.ts';

export interface ExportSlot {
  /** Aborted when the slot was given to another export. */
  readonly lost: AbortSignal;
  /** Reports whether the file waits for its reader. */
  wait(isWaiting: boolean): void;
  /** Returns true while the file waits for its reader. */
  isWaiting(): boolean;
  leave(): void;
}

export interface ExportSlots {
  /** Throws `rateLimited`. */
  take(person: string): ExportSlot;
}

interface Held {
  readonly person: string;
  readonly losing: AbortController;
  waitingSince: number | undefined;
}

const EXPORT_RETRY_S = 5;

type PlaceLimits = Pick<Limits, 'exportsPerUser' | 'exportsInAll' | 'exportIdleMs'>;

export const createExportSlots = (limits: PlaceLimits, clock: Clock): ExportSlots => {
  const { exportsPerUser, exportsInAll, exportIdleMs } = limits;
  const held = new Set<Held>();
  const now = (): number => clock.now().getTime();
  const refused = (): Error => problem('rateLimited', { retryAfter: EXPORT_RETRY_S });

  const longestWaiting = (): Held | undefined =>
    [...held]
      .filter(({ waitingSince = now() }) => now() - waitingSince >= exportIdleMs)
      .sort((one, other) => (one.waitingSince ?? 0) - (other.waitingSince ?? 0))[0];

  return {
    take(person) {
      const own = [...held].filter((each) => each.person === person).length;
      if (own >= exportsPerUser || (own > 0 && held.size >= exportsInAll / 2)) throw refused();
      if (held.size >= exportsInAll) {
        const idle = longestWaiting();
        if (!idle) throw refused();
        held.delete(idle);
        idle.losing.abort(problem('timeout'));
      }
      const slot: Held = { person, losing: new AbortController(), waitingSince: undefined };
      held.add(slot);
      return {
        lost: slot.losing.signal,
        wait(isWaiting) {
          slot.waitingSince = isWaiting ? now() : undefined;
        },
        isWaiting: () => slot.waitingSince !== undefined,
        leave: () => void held.delete(slot),
      };
    },
  };
};
