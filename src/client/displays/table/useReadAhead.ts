// Reads the items of rows before they scroll into view, several at a time: their cells are then rendered once, with their values.

import { useCallback, useRef } from 'react';
import type { TableRows } from 'src/client/displays/table/tableRows.ts';
import { useClient } from 'src/client/useClient.ts';

/** Number of rows that are read together. */
const READ_AHEAD_ROWS = 40;

/** Returns what must be called with the first and last row in view whenever they change. */
export const useReadAhead = (rows: TableRows): ((first: number, last: number) => void) => {
  const { items } = useClient();
  const before = useRef({ first: 0, asked: '' });
  return useCallback(
    (first, last) => {
      const isDown = first >= before.current.first;
      const part = Math.floor((isDown ? last : first) / READ_AHEAD_ROWS) + (isDown ? 1 : -1);
      const start = Math.max(0, part * READ_AHEAD_ROWS);
      const ids = Array.from({ length: READ_AHEAD_ROWS }, (_, at) => rows.idAt(start + at) ?? []).flat();
      // Rows at the end of the listing come later.
      const asked = `${part} ${ids.length}`;
      if (part >= 0 && asked !== before.current.asked) items.readAhead(ids);
      before.current = { first, asked };
    },
    [rows, items],
  );
};
