// The component and the tools of the display list.

import type { DisplayParts } from 'src/client/displays/Display.ts';
import { ListDisplay } from 'src/client/displays/list/ListDisplay.tsx';

export const display: DisplayParts = {
  mode: 'LIST',
  component: ListDisplay,
};
