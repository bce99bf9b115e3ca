// What an export format declares. `formats/<group>/<name>Format.ts` exports `<name>Format`; the compiler lists them by their names, which are
// also the extensions of the files. The groups are `tables`, `places` (only for types with geometry) and `raw` (data as stored).

import type { ExportSource } from 'src/server/exchange/exportSource.ts';

export interface ExportFormat {
  /** Media type. */
  readonly media: string;
  readonly write: (source: ExportSource) => AsyncIterable<string | Uint8Array>;
}
