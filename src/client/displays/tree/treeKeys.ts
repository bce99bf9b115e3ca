// The keys of the WAI-ARIA tree pattern, over the rows that are shown, as in a page that reads from left to right. Pure.

import type { TreeRowOf } from 'src/client/displays/tree/TreeStore.ts';

export interface TreeActs {
  readonly go: (at: number) => void;
  readonly open: (at: number, wanted: boolean) => void;
  readonly openBeside: (at: number) => void;
  readonly enter: (at: number) => void;
  readonly select: (at: number, range: boolean) => void;
}

interface Pressed {
  readonly key: string;
  readonly shiftKey: boolean;
  /** Rows in view. */
  readonly page: number;
}

const aboveOf = (rows: readonly TreeRowOf[], at: number): number => {
  const level = rows[at]?.level ?? 1;
  for (let above = at - 1; above >= 0; above--) if ((rows[above]?.level ?? 1) < level) return above;
  return at;
};

const forward = (rows: readonly TreeRowOf[], at: number, { go, open }: TreeActs): void => {
  const row = rows[at];
  if (row?.kind !== 'item' || row.below === 0) return;
  if (row.open) go(at + 1);
  else open(at, true);
};

const backward = (rows: readonly TreeRowOf[], at: number, { go, open }: TreeActs): void => {
  const row = rows[at];
  if (row?.kind === 'item' && row.open) open(at, false);
  else go(aboveOf(rows, at));
};

type Act = (rows: readonly TreeRowOf[], at: number, acts: TreeActs, pressed: Pressed) => void;

const walk =
  (step: 1 | -1): Act =>
  (rows, at, { go, select }, { shiftKey }) => {
    const to = Math.max(0, Math.min(rows.length - 1, at + step));
    go(to);
    if (shiftKey) select(to, true);
  };

const TREE_KEYS: Readonly<Record<string, Act>> = {
  ArrowDown: walk(1),
  ArrowUp: walk(-1),
  ArrowRight: forward,
  ArrowLeft: backward,
  Home: (_rows, _at, { go }) => go(0),
  End: (rows, _at, { go }) => go(rows.length - 1),
  PageDown: (rows, at, { go }, { page }) => go(Math.min(rows.length - 1, at + page)),
  PageUp: (_rows, at, { go }, { page }) => go(Math.max(0, at - page)),
  Enter: (_rows, at, { enter }) => enter(at),
  ' ': (_rows, at, { select }, { shiftKey }) => select(at, shiftKey),
  '*': (_rows, at, { openBeside }) => openBeside(at),
};

/** Handles a key of the tree. Returns false for any other key. */
export const pressTree = (rows: readonly TreeRowOf[], at: number, pressed: Pressed, acts: TreeActs): boolean => {
  const act = TREE_KEYS[pressed.key];
  if (!act) return false;
  act(rows, at, acts, pressed);
  return true;
};

/** Returns the index of the next row whose name begins with the typed text, starting at the current row and wrapping around. */
export const nextRowWithPrefix = (
  names: readonly (string | undefined)[],
  at: number,
  typed: string,
): number | undefined => {
  const wanted = typed.toLocaleLowerCase();
  // A single letter moves on to the next match; a longer text may still match the current row.
  const first = [...typed].length > 1 ? 0 : 1;
  for (let step = first; step <= names.length; step++) {
    const index = (at + step) % names.length;
    if (names[index]?.toLocaleLowerCase().startsWith(wanted)) return index;
  }
  return undefined;
};
