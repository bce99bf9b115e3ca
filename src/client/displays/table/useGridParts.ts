// Makes one grid of the parts in which Blueprint draws a table: its container has the role, the focus and the cell that is current.
// Called by TableDisplay, which draws cells and heads with their own roles.

import { reaction } from 'mobx';
import { useCallback, useEffect, type FocusEvent, type RefObject } from 'react';
import type { GridCursor } from 'src/client/displays/table/GridCursor.ts';
import { cellId } from 'src/client/displays/table/TableGridCell.tsx';
import { forwardTouches } from 'src/client/displays/table/touchScroll.ts';

interface GridPartsOptions {
  readonly root: RefObject<HTMLElement | null>;
  readonly grid: string;
  readonly cursor: GridCursor;
  readonly name: string;
  readonly rows: number;
  readonly cols: number;
}

interface GridParts {
  /** Must be called after cells were rendered. */
  readonly rendered: () => void;
  readonly focus: () => void;
  readonly onFocus: (event: FocusEvent) => void;
}

type Root = GridPartsOptions['root'];

const containerOf = (root: Root): HTMLElement | null =>
  root.current?.querySelector<HTMLElement>('.bp6-table-container') ?? null;

const IN_CELLS = '.bp6-table-cell :is(a, button, input):not([tabindex="-1"])';

/** Removes the controls in cells from the tab order; the keys of the grid reach them. */
const skipControls = (part: HTMLElement): void => {
  if (part.matches(IN_CELLS)) part.tabIndex = -1;
  for (const control of part.querySelectorAll<HTMLElement>(IN_CELLS)) control.tabIndex = -1;
};

/** Does so in what was added only: cells are added with each scroll. */
const skipAdded = (changes: readonly MutationRecord[]): void => {
  for (const { addedNodes } of changes)
    for (const node of addedNodes) if (node instanceof HTMLElement) skipControls(node);
};

/** Makes scrolling parts reachable, although the grid receives the keys. */
const markParts = (root: HTMLElement): void => {
  for (const head of root.querySelectorAll<HTMLElement>('.bp6-table-quadrant-main .bp6-table-top-container'))
    head.inert = true;
  for (const scroller of root.querySelectorAll<HTMLElement>('.bp6-table-quadrant-scroll-container')) {
    // Moves the focus to the grid.
    scroller.tabIndex = 0;
    scroller.setAttribute('role', 'rowgroup');
  }
};

export const useGridParts = ({ root, grid, cursor, name, rows, cols }: GridPartsOptions): GridParts => {
  const rendered = useCallback((): void => {
    const { row, col } = cursor.at;
    const current = cellId(grid, row, col);
    const container = containerOf(root);
    if (cursor.gone === undefined && document.getElementById(current))
      container?.setAttribute('aria-activedescendant', current);
    else container?.removeAttribute('aria-activedescendant');
  }, [root, grid, cursor]);
  useEffect(() => {
    const container = containerOf(root);
    if (!root.current || !container) return;
    markParts(root.current);
    container.setAttribute('role', 'grid');
    container.setAttribute('aria-label', name);
    container.setAttribute('aria-multiselectable', 'true');
    container.setAttribute('aria-rowcount', String(rows + 1));
    container.setAttribute('aria-colcount', String(cols));
    rendered();
  });
  useEffect(() => {
    if (!root.current) return undefined;
    // Values arrive in their cells after them.
    const observer = new MutationObserver((changes) => {
      skipAdded(changes);
      rendered();
    });
    skipControls(root.current);
    observer.observe(root.current, { childList: true, subtree: true });
    const stop = reaction(() => [cursor.at, cursor.gone], rendered);
    return () => {
      stop();
      observer.disconnect();
    };
  }, [root, cursor, rendered]);
  useEffect(() => (root.current ? forwardTouches(root.current) : undefined), [root]);
  const focus = useCallback((): void => containerOf(root)?.focus({ preventScroll: true }), [root]);
  return {
    rendered,
    focus,
    onFocus: ({ target }) => {
      if (target.matches('.bp6-table-quadrant-scroll-container')) focus();
    },
  };
};
