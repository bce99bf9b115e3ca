// Writes the index of the search worker to a file, one part at a time, so that searches and changes wait for one part only. A row that
// changes while the file is written has no mark in it and is read again after a start.

import type { Table } from 'src/server/search/columns/Table.ts';
import type { TermPlaces } from 'src/server/search/columns/TermPlaces.ts';
import type { Saved } from 'src/server/search/snapshot/Saved.ts';
import { SnapshotWriter, type SnapshotLabel } from 'src/server/search/snapshot/snapshotFile.ts';

export const TERMS_PART = 'terms';

export const tablePart = (type: number, part: string): string => `${type} ${part}`;

export interface SavedIndex {
  readonly tables: ReadonlyMap<number, Table>;
  readonly interner: TermPlaces;
}

/** Terms come last: every saved row has only terms that are known by then. */
function* savedPartsOf({ tables, interner }: SavedIndex): Generator<readonly [name: string, saved: Saved], void> {
  for (const [type, table] of tables)
    if (table.size > 0) for (const [name, saved] of table.savedParts()) yield [tablePart(type, name), saved];
  yield [TERMS_PART, interner.saved()];
}

export class SnapshotSave {
  private readonly parts: Generator<readonly [name: string, saved: Saved], void>;
  private readonly writer: SnapshotWriter;
  private readonly label: SnapshotLabel;

  constructor(index: SavedIndex, path: string, label: SnapshotLabel) {
    this.parts = savedPartsOf(index);
    this.writer = new SnapshotWriter(path);
    this.label = label;
  }

  /** Writes parts until the deadline in epoch ms, at least one. Returns true when the file is complete. */
  step(deadline: number): boolean {
    try {
      do {
        const next = this.parts.next();
        if (next.done === true) {
          this.writer.end(this.label);
          return true;
        }
        this.writer.add(...next.value);
      } while (Date.now() < deadline);
      return false;
    } catch (error) {
      this.abandon();
      throw error;
    }
  }

  /** Ends without a complete file. */
  abandon(): void {
    this.parts.return(undefined);
    this.writer.close();
  }
}
