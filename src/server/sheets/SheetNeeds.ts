// Services that tables need.

import type { Sheets } from 'src/server/sheets/sheets.ts';

export interface SheetNeeds {
  readonly sheets: Sheets;
}
