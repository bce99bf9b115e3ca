// Declaration of an export format. `formats/<group>/<name>Format.ts` exports `<name>Format`. The compiler lists the formats by the names of
// these files; the name is also the extension of an exported file, unless the format gives another. The groups are `tables`, `places` (only
// for types with geometry), `mapped` (only for types whose declaration fills the fields of the format), `files` (only for types with files) and
// `raw` (items as the asker reads them).
// Only `raw` is lossless: an import creates equal items from it. A cell has the words of a list of objects, and a translated text in one
// language, so an import of a table cannot create these values; it leaves those of existing items unchanged.

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
