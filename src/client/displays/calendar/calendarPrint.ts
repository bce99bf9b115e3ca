// The printed form of the display calendar.

import type { DisplayPrint } from 'src/client/displays/Display.ts';
import { PrintList } from 'src/client/displays/PrintList.tsx';

export const print: DisplayPrint = { mode: 'CALENDAR', rows: PrintList };
