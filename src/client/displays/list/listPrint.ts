// The printed form of the display list.

import type { DisplayPrint } from 'src/client/displays/Display.ts';
import { PrintList } from 'src/client/displays/PrintList.tsx';

export const print: DisplayPrint = { mode: 'LIST', rows: PrintList };
