// The component and the tools of the display calendar.

import type { DisplayParts } from 'src/client/displays/Display.ts';
import { whenLoaded } from 'src/client/ui/whenLoaded.tsx';

export const display: DisplayParts = {
  mode: 'CALENDAR',
  component: whenLoaded(() =>
    import('src/client/displays/calendar/CalendarDisplay.tsx').then((module) => module.CalendarDisplay),
  ),
};
