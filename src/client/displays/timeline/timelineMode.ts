// The component and the tools of the display timeline.

import type { DisplayParts } from 'src/client/displays/Display.ts';
import { whenLoaded } from 'src/client/ui/whenLoaded.tsx';

export const display: DisplayParts = {
  mode: 'TIMELINE',
  component: whenLoaded(() =>
    import('src/client/displays/timeline/TimelineDisplay.tsx').then((module) => module.TimelineDisplay),
  ),
};
