// The component and the tools of the display table.

import type { DisplayParts } from 'src/client/displays/Display.ts';
import { TableTools } from 'src/client/displays/table/TableTools.tsx';
import { whenLoaded } from 'src/client/ui/whenLoaded.tsx';

export const display: DisplayParts = {
  mode: 'TABLE',
  component: whenLoaded(() =>
    import('src/client/displays/table/TableDisplay.tsx').then((module) => module.TableDisplay),
  ),
  tools: TableTools,
};
