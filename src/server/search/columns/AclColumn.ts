// Acls of restricted values by row.

import { grown } from 'src/server/search/columns/Lists.ts';
import type { Restored, Saved } from 'src/server/search/snapshot/Saved.ts';

/** No stricter acl: readable with the item. Acls of the database are greater. */
export const WITH_ITEM = 0;

/** Replaces acls by others, in place. */
export const replaceAcls = (acls: Int32Array, replaced: ReadonlyMap<number, number>): void => {
  const length = [...replaced.keys()].reduce((most, acl) => Math.max(most, acl + 1), 0);
  const now = Int32Array.from({ length }, (_, acl) => replaced.get(acl) ?? acl);
  for (let row = 0; row < acls.length; row++) {
    const acl = acls[row] as number;
    if (acl < length) acls[row] = now[acl] as number;
  }
};

export class AclColumn {
  /** Acl by row; later rows have none. */
  acls = new Int32Array(0);
  /** No acl of the column is greater. */
  greatest = WITH_ITEM;

  set(row: number, acl: number): void {
    if (acl === WITH_ITEM && row >= this.acls.length) return;
    this.acls = grown(this.acls, Int32Array, row + 1);
    this.acls[row] = acl;
    this.greatest = Math.max(this.greatest, acl);
  }

  replace(replaced: ReadonlyMap<number, number>): void {
    replaceAcls(this.acls, replaced);
    for (const acl of replaced.values()) this.greatest = Math.max(this.greatest, acl);
  }

  saved(): Saved {
    return { numbers: { greatest: this.greatest }, arrays: { acls: this.acls } };
  }

  restore(from: Restored): void {
    this.greatest = from.number('greatest');
    // An unused column stays empty.
    if (from.lengthOf('acls') > 0) this.acls = from.array('acls', Int32Array);
  }

  /** True if no value of the column has been restricted so far. */
  get unused(): boolean {
    return this.acls.length === 0;
  }

  get(row: number): number {
    return row < this.acls.length ? (this.acls[row] as number) : WITH_ITEM;
  }
}
