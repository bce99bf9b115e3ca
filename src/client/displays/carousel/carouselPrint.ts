// The printed form of the display carousel.

import type { DisplayPrint } from 'src/client/displays/DisplayParts.ts';
import { PrintCards } from 'src/client/displays/cards/PrintCards.tsx';

export const print: DisplayPrint = { mode: 'CAROUSEL', rows: PrintCards };
