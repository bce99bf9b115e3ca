// The keys that lead from one entry to another: in lists of options, rows of links, menus and toolbars.

import { readingKey } from 'src/client/ui/direction.ts';

type Steps = Readonly<Record<string, 1 | -1>>;

const COLUMN_KEYS: Steps = { ArrowDown: 1, ArrowUp: -1 };
const LINE_KEYS: Steps = { ArrowRight: 1, ArrowLeft: -1 };

/** Returns the step of a key along a column; undefined for a key that does not move. */
export const arrowStep = (key: string): 1 | -1 | undefined => COLUMN_KEYS[key];

/** Returns the index that a key leads to, around the ends; undefined for a key that does not move. -1 means that no entry is chosen yet. */
export const arrowKeys = (key: string, at: number, count: number, steps = COLUMN_KEYS): number | undefined => {
  const step = steps[key];
  if (step === undefined || count === 0) return undefined;
  return at < 0 && step < 0 ? count - 1 : (at + step + count) % count;
};

interface FocusKeyEvent {
  readonly key: string;
  readonly currentTarget: Element;
  preventDefault(): void;
}

/** Moves the focus among the entries of a menu (a column) or of a toolbar (a line). */
export const moveFocus = (event: FocusKeyEvent, entries: readonly HTMLElement[], along: 'column' | 'line'): void => {
  const key = readingKey(event);
  const at = entries.findIndex((entry) => entry === document.activeElement);
  const ends: Readonly<Record<string, number>> = { Home: 0, End: entries.length - 1 };
  const next = ends[key] ?? arrowKeys(key, at, entries.length, along === 'line' ? LINE_KEYS : COLUMN_KEYS);
  if (next === undefined) return;
  entries[next]?.focus();
  event.preventDefault();
};
