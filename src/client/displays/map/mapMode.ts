// The component and the tools of the display map.

import type { DisplayParts } from 'src/client/displays/Display.ts';
import { whenLoaded } from 'src/client/ui/whenLoaded.tsx';

export const display: DisplayParts = {
  mode: 'MAP',
  component: whenLoaded(() => import('src/client/displays/map/MapDisplay.tsx').then((module) => module.MapDisplay)),
};
