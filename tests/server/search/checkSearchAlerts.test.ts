// The order in which alerts are checked; alerts of one person do not delay those of others. searchAlerts.pg.test.ts tests the check itself
// over the socket.
import { expect, it, vi } from 'vitest';
import { createCheckSearchAlerts } from 'src/server/searchAlerts/checkSearchAlerts.ts';
import type { AlertRow } from 'src/server/store/searchAlerts/searchAlertRows.ts';
import type { Database } from 'src/server/store/database.ts';

const row = (alert: number, person: number): AlertRow => ({
  ...{ alert, person, search: alert, mode: 'DIGEST', asked: '', types: [], paused: null, turn: 0 },
});

it('[NTFY-01] checks the alerts of one person after the other in turns, and ends one whose searches take too long', async () => {
  const rows = [...Array.from({ length: 5 }, (_, n) => row(n + 1, 1)), row(6, 2), row(7, 2), row(8, 3)];
  const database = {
    query: (_: string, [after]: number[]) => Promise.resolve(rows.filter((each) => each.alert > (after ?? 0))),
  };
  const checked: number[] = [];
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const check = createCheckSearchAlerts({
    database: database as unknown as Database,
    alerts: {
      check: ({ alert, person }) => {
        checked.push(alert);
        now += person === 1 ? 600 : 1;
        return alert === 6 ? Promise.reject(new Error('takes too long')) : Promise.resolve();
      },
    },
    log: () => undefined,
    personMs: 1_000,
  });
  const run = async (): Promise<readonly number[]> => {
    checked.length = 0;
    await check({}, new AbortController().signal);
    return [...checked];
  };
  expect(await run()).toEqual([1, 6, 8, 2, 7]);
  // The next run begins with what was left.
  expect(await run()).toEqual([3, 6, 8, 4, 7]);
  expect(await run()).toEqual([5, 6, 8, 1, 7]);
  vi.restoreAllMocks();
});
