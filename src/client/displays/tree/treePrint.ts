// The printed form of the display tree.

import type { DisplayPrint } from 'src/client/displays/Display.ts';
import { PrintTree } from 'src/client/displays/tree/PrintTree.tsx';

export const print: DisplayPrint = { mode: 'TREE', rows: PrintTree };
