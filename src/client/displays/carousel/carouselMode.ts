// The component and the tools of the display carousel.

import type { DisplayParts } from 'src/client/displays/Display.ts';
import { whenLoaded } from 'src/client/ui/whenLoaded.tsx';

export const display: DisplayParts = {
  mode: 'CAROUSEL',
  component: whenLoaded(() =>
    import('src/client/displays/carousel/CarouselDisplay.tsx').then((module) => module.CarouselDisplay),
  ),
};
