// The principals that this process has met. Made by createPrincipalSets only.

import type { PrincipalRow } from 'src/server/store/aclRows.ts';

export interface PrincipalInterner {
  knows(id: number): boolean;
  idOf(key: string): number | undefined;
  note(rows: readonly PrincipalRow[]): void;
}

/** `met` is told of each principal once, when it is noted first. */
export const createPrincipalInterner = (met: (row: PrincipalRow) => void): PrincipalInterner => {
  const known = new Set<number>();
  const ids = new Map<string, number>();
  return {
    knows: (id) => known.has(id),
    idOf: (key) => ids.get(key),
    note: (rows) => {
      for (const row of rows) {
        if (known.has(row.id)) continue;
        known.add(row.id);
        ids.set(row.key, row.id);
        met(row);
      }
    },
  };
};
