// Declaration of an export format. `formats/<group>/<name>Format.ts` exports `<name>Format`. The compiler lists the formats by the names of
// these files; the name is also the extension of an exported file, unless the format gives another. The groups are `tables`, `places` (only
// for types with geometry), `mapped` (only for types whose declaration fills the fields of the format), `files` (only for types with files) and
// `raw` (items as the asker reads them).

import type { ExportSource, TableSource } from 'src/server/exchange/exportSource.ts';

export interface ExportFormat {
  /** Media type. */
  readonly media: string;
  readonly extension?: string;
  /** The file stores truth values as 1 and 0 instead of the words for them. */
  readonly typed?: true;
  readonly write: (source: ExportSource) => AsyncIterable<string | Uint8Array>;
}

/** A format for any table, also one whose rows are no items. */
export interface TableFormat extends ExportFormat {
  readonly write: (source: TableSource) => AsyncIterable<string | Uint8Array>;
}
