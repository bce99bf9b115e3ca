// The printed form of the display map.

import type { DisplayPrint } from 'src/client/displays/DisplayParts.ts';
import { PrintList } from 'src/client/displays/PrintList.tsx';

export const print: DisplayPrint = { mode: 'MAP', rows: PrintList, picture: true };
