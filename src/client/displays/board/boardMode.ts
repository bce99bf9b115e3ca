// The component of the display board.

import type { DisplayParts } from 'src/client/displays/Display.ts';
import { whenLoaded } from 'src/client/ui/whenLoaded.tsx';

export const display: DisplayParts = {
  mode: 'BOARD',
  component: whenLoaded(() =>
    import('src/client/displays/board/BoardDisplay.tsx').then((module) => module.BoardDisplay),
  ),
};
