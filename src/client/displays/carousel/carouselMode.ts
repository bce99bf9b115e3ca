// What the display carousel gives to listings.

import type { DisplayParts } from 'src/client/displays/DisplayParts.ts';
import { whenLoaded } from 'src/client/ui/whenLoaded.tsx';

export const display: DisplayParts = {
  mode: 'CAROUSEL',
  component: whenLoaded(() =>
    import('src/client/displays/carousel/CarouselDisplay.tsx').then((module) => module.CarouselDisplay),
  ),
};
