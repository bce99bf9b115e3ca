// The printed form of the display timeline.

import type { DisplayPrint } from 'src/client/displays/Display.ts';
import { PrintList } from 'src/client/displays/PrintList.tsx';

export const print: DisplayPrint = { mode: 'TIMELINE', rows: PrintList, picture: true };
