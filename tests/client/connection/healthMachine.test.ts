// The phases of the socket as a table: every phase met with every event.
import { describe, expect, it } from 'vitest';
import { backoff } from 'src/base/backoff.ts';
import { type HealthEvent, type HealthPhase, healthOf, nextHealth } from 'src/client/connection/healthMachine.ts';

const events = ['WANTED', 'UNWANTED', 'OPENED', 'RECEIVED', 'IDLE', 'SILENT', 'CLOSED', 'LATE', 'RETRY'] as const;

// `PHASE failures`, from two failures; empty: nothing happens.
const table: Readonly<Record<HealthPhase, readonly string[]>> = {
  OFF: ['CONNECTING 2', '', '', '', '', '', '', '', ''],
  CONNECTING: ['', 'OFF 0', 'OPEN 0', '', '', 'WAITING 3', 'WAITING 3', 'SLOW 3', ''],
  SLOW: ['', 'OFF 0', 'OPEN 0', '', '', 'WAITING 2', 'WAITING 2', '', 'CONNECTING 2'],
  OPEN: ['', 'OFF 0', '', 'OPEN 2', 'PINGED 2', 'WAITING 3', 'WAITING 3', '', ''],
  PINGED: ['', 'OFF 0', '', 'OPEN 2', '', 'WAITING 3', 'WAITING 3', '', ''],
  WAITING: ['', 'OFF 0', '', '', '', '', '', '', 'CONNECTING 2'],
};

describe('healthMachine', () => {
  for (const [phase, row] of Object.entries(table) as [HealthPhase, readonly string[]][]) {
    it(`[CONN-04] [CONN-05] goes on from ${phase}`, () => {
      for (const [at, event] of events.entries()) {
        const { state, effects } = nextHealth({ phase, failures: 2 }, event satisfies HealthEvent);
        const expected = row[at];
        expect([event, `${state.phase} ${state.failures}`]).toEqual([event, expected === '' ? `${phase} 2` : expected]);
        if (expected === '') expect(effects).toEqual([]);
      }
    });
  }

  it('[CONN-04] closes with no word from the server, and plans to try again', () => {
    expect(nextHealth({ phase: 'PINGED', failures: 0 }, 'SILENT').effects).toEqual([
      'stopTimers',
      'close',
      'planRetry',
    ]);
  });

  it('[CONN-04] is GOOD, WAIT while a ping is out, BAD after a failure until connected again', () => {
    expect(healthOf({ phase: 'OPEN', failures: 0 })).toBe('GOOD');
    expect(healthOf({ phase: 'PINGED', failures: 0 })).toBe('WAIT');
    for (const phase of ['WAITING', 'CONNECTING', 'SLOW'] as const)
      expect(healthOf({ phase, failures: 1 })).toBe('BAD');
  });

  it('[CONN-05] waits 3 s + min(2^failures, 600) s + 0 to 10 s', () => {
    expect(backoff(0, 0)).toBe(4);
    expect(backoff(3, 0)).toBe(11);
    expect(backoff(9, 0.5)).toBe(3 + 512 + 5);
    expect(backoff(10, 0)).toBe(603);
    expect(backoff(40, 0.999)).toBeCloseTo(612.99);
  });
});
