// Terms of stricter levels by row, as runs of an acl, a number of terms and the terms.

import { Lists } from 'src/server/search/columns/Lists.ts';
import type { Restored, Saved } from 'src/server/search/snapshot/Saved.ts';

export class LevelTerms {
  private readonly runs = new Lists(Int32Array);

  /** `levels`: acl and terms of each level. */
  set(row: number, levels: readonly (readonly [acl: number, terms: readonly number[]])[]): void {
    if (levels.length === 0 && this.runs.lengthOf(row) === 0) return;
    this.runs.set(
      row,
      levels.flatMap(([acl, terms]) => (terms.length === 0 ? [] : [acl, terms.length, ...terms])),
    );
  }

  /** Adds a level of the row. */
  add(row: number, acl: number, terms: readonly number[]): void {
    if (terms.length === 0) return;
    const { data, starts } = this.runs;
    const start = starts[row] ?? 0;
    const before = data.subarray(start, start + this.runs.lengthOf(row));
    this.runs.set(row, [...before, acl, terms.length, ...terms]);
  }

  /** Calls `visit` with each term of the row and its acl. */
  each(row: number, visit: (term: number, acl: number) => void): void {
    const { data } = this.runs;
    this.eachRun(row, (start, end) => {
      for (let at = start + 2; at < end; at++) visit(data[at] as number, data[start] as number);
    });
  }

  /** Replaces the acls of a row. */
  replace(row: number, replaced: (acl: number) => number): void {
    const { data } = this.runs;
    this.eachRun(row, (start) => (data[start] = replaced(data[start] as number)));
  }

  saved(): Saved {
    return this.runs.saved();
  }

  restore(from: Restored): void {
    this.runs.restore(from);
  }

  private eachRun(row: number, visit: (start: number, end: number) => void): void {
    const length = this.runs.lengthOf(row);
    if (length === 0) return;
    const { data, starts } = this.runs;
    const first = starts[row] as number;
    for (let start = first; start < first + length;) {
      const end = start + 2 + (data[start + 1] as number);
      visit(start, end);
      start = end;
    }
  }
}
