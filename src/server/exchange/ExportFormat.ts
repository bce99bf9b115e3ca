// Declaration of an export format. `formats/<group>/<name>Format.ts` exports `<name>Format`. The compiler lists the formats by the names of
// these files; the name is also the extension of an exported file. The groups are `tables`, `places` (only for types with geometry) and `raw` (data as stored).

import type { ExportSource } from 'src/server/exchange/exportSource.ts';

export interface ExportFormat {
  /** Media type. */
  readonly media: string;
  readonly write: (source: ExportSource) => AsyncIterable<string | Uint8Array>;
}
