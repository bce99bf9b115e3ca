// The component and the tools of the display tree.

import type { DisplayParts } from 'src/client/displays/Display.ts';
import { whenLoaded } from 'src/client/ui/whenLoaded.tsx';

export const display: DisplayParts = {
  mode: 'TREE',
  component: whenLoaded(() => import('src/client/displays/tree/TreeDisplay.tsx').then((module) => module.TreeDisplay)),
};
