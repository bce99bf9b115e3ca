// The printed form of the display carousel.

import type { DisplayPrint } from 'src/client/displays/Display.ts';
import { PrintCards } from 'src/client/displays/PrintCards.tsx';

export const print: DisplayPrint = { mode: 'CAROUSEL', rows: PrintCards };
