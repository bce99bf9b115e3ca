// The printed form of the display table.

import type { DisplayPrint } from 'src/client/displays/Display.ts';
import { PrintTable } from 'src/client/displays/table/PrintTable.tsx';

export const print: DisplayPrint = { mode: 'TABLE', rows: PrintTable };
