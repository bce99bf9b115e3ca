// The component and the tools of the display cards.

import type { DisplayParts } from 'src/client/displays/Display.ts';
import { CardSizeMenu } from 'src/client/displays/cards/cardSize.tsx';
import { whenLoaded } from 'src/client/ui/whenLoaded.tsx';

export const display: DisplayParts = {
  mode: 'CARDS',
  component: whenLoaded(() =>
    import('src/client/displays/cards/CardsDisplay.tsx').then((module) => module.CardsDisplay),
  ),
  tools: CardSizeMenu,
};
