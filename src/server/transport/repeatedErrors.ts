// A log that says the same failure a few times and then only how often it came, so that a full disk or a lost database does not
// fill the log as well. Wrapped around the log of the process by main.ts.

import type { Clock } from 'src/base/clock.ts';
import type { Log } from 'src/server/transport/failures.ts';

/** Of one failure in one window, with everything that is known of it. */
const SHOWN = 5;
const WINDOW_MS = 60_000;
const MAX_FAILURES = 500;

interface Seen {
  readonly since: number;
  count: number;
}

const textOf = (details: object): string => {
  const { error } = details as { readonly error?: unknown };
  if (typeof error !== 'object' || error === null) return String(error);
  const { message, code } = error as { readonly message?: unknown; readonly code?: unknown };
  return `${String(code)} ${String(message)}`;
};

export const limitRepeats = (log: Log, clock: Clock): Log => {
  const seen = new Map<string, Seen>();

  const limited =
    (level: 'warn' | 'error') =>
    (details: object, message: string): void => {
      const now = clock.now().getTime();
      const key = `${message} ${textOf(details)}`;
      const before = seen.get(key);
      if (before && now - before.since < WINDOW_MS) {
        before.count += 1;
        if (before.count <= SHOWN) log[level](details, message);
        return;
      }
      if (seen.size >= MAX_FAILURES) seen.clear();
      seen.set(key, { since: now, count: 1 });
      const left = before ? before.count - SHOWN : 0;
      log[level](left > 0 ? { ...details, notLogged: left } : details, message);
    };

  return { info: (details, message) => log.info(details, message), warn: limited('warn'), error: limited('error') };
};
