// Runs what the modules prune. Every process does so now and then.

import { asError } from 'src/base/asError.ts';
import type { Module, Prune } from 'src/server/Module.ts';
import type { Queryable } from 'src/server/store/database.ts';

const OFTEN_MS = 60_000;
const INTERVAL_MS = 60 * 60_000;

type Pruning = Pick<Module<never>, 'prune' | 'pruneOften'>;

/** Returns the stop. */
export const startPruning = (
  modules: readonly Pruning[],
  db: Queryable,
  onError: (error: Error) => void,
): (() => void) => {
  const start = (rules: readonly Prune[], interval: number): NodeJS.Timeout =>
    setInterval(() => {
      void (async () => {
        for (const prune of rules) await prune(db).catch((error: unknown) => onError(asError(error)));
      })();
    }, interval);
  const timers = [
    start(
      modules.flatMap(({ prune = [] }) => prune),
      INTERVAL_MS,
    ),
    start(
      modules.flatMap(({ pruneOften = [] }) => pruneOften),
      OFTEN_MS,
    ),
  ];
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
};
