// The component and the tools of the display table.

import type { DisplayParts } from 'src/client/displays/Display.ts';
import { ColumnMenu } from 'src/client/displays/table/ColumnMenu.tsx';
import { whenLoaded } from 'src/client/ui/whenLoaded.tsx';

export const display: DisplayParts = {
  mode: 'TABLE',
  component: whenLoaded(() =>
    import('src/client/displays/table/TableDisplay.tsx').then((module) => module.TableDisplay),
  ),
  tools: ColumnMenu,
};
