// Keys of the results of a list: the arrow down and J lead into them where no control has the focus, and the arrow down from the search of the
// list. In the results, J and K are the arrow keys of the display, unless an opened record has them.

import { useEffect } from 'react';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { columnId, headingId } from 'src/client/navigation/useColumnFocus.ts';
import { areLettersOn } from 'src/client/ui/letterKeys.ts';
import { useClient } from 'src/client/useClient.ts';

/** Moves the focus to the table, or to the first result. Returns false where nothing takes it. */
export const focusResults = (id: string): boolean => {
  const results = document.getElementById(id);
  const first =
    results?.querySelector<HTMLElement>('[role=grid], [data-index="0"] a[href]') ??
    results?.querySelector<HTMLElement>(':is(a[href], button):not(.kk-filters *)');
  first?.focus();
  return first !== undefined && first !== null;
};

const ARROWS: Readonly<Record<string, string>> = { j: 'ArrowDown', k: 'ArrowUp' };

/** Moves from row to row by a letter. Returns false where the focus is not in a row, or in a field of it. */
const stepInRows = (id: string, target: Element, key: string): boolean => {
  const arrow = areLettersOn() ? ARROWS[key] : undefined;
  const isInRow = document.getElementById(id)?.contains(target) === true && target.closest('[data-index]') !== null;
  if (arrow === undefined || !isInRow || target.matches('input:not([type=checkbox]), select, textarea')) return false;
  target.dispatchEvent(new KeyboardEvent('keydown', { key: arrow, bubbles: true, cancelable: true }));
  return true;
};

export const useResultKeys = (id: string): void => {
  const { navigation } = useClient();
  const column = useColumn();
  useEffect(() => {
    const isIdle = (target: Element): boolean =>
      target === document.body ? navigation.active === column : target.id === headingId(column);
    const isSearch = (target: Element): boolean =>
      target.matches('.kk-query-input') && target.closest(`#${columnId(column)}`) !== null;
    const onKey = (event: KeyboardEvent): void => {
      const { key, target } = event;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      if (!(target instanceof Element)) return;
      if (stepInRows(id, target, key)) event.preventDefault();
      if (key !== 'ArrowDown' && (key !== 'j' || !areLettersOn())) return;
      if (!isIdle(target) && !(key === 'ArrowDown' && isSearch(target))) return;
      if (focusResults(id)) event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [navigation, column, id]);
};
