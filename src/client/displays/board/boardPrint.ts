// The printed form of the display board.

import type { DisplayPrint } from 'src/client/displays/Display.ts';
import { PrintList } from 'src/client/displays/PrintList.tsx';

export const print: DisplayPrint = { mode: 'BOARD', rows: PrintList };
