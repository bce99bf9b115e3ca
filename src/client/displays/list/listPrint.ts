// The printed form of the display list.

import type { DisplayPrint } from 'src/client/displays/DisplayParts.ts';
import { PrintList } from 'src/client/displays/PrintList.tsx';

export const print: DisplayPrint = { mode: 'LIST', rows: PrintList };
