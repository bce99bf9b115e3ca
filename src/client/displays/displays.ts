// The displays of listings: one entry per mode of displayModes.ts.

import { lazy, type ComponentType } from 'react';
import type { DisplayMode } from 'src/model/schema/TypeView.ts';
import type { KnownDisplay } from 'src/client/displays/displayModes.ts';
import { ListDisplay } from 'src/client/displays/ListDisplay.tsx';
import type { ListingPartProps } from 'src/client/search/Listing.tsx';

/** A display shows `store.ids`, asks `store.more()` near the end, reads rows through the item store. */
export type DisplayProps = ListingPartProps;

export const displays: Readonly<
  Record<KnownDisplay, ComponentType<DisplayProps>> & Partial<Record<DisplayMode, ComponentType<DisplayProps>>>
> = {
  LIST: ListDisplay,
  TABLE: lazy(() =>
    import('src/client/displays/TableDisplay.tsx').then((module) => ({ default: module.TableDisplay })),
  ),
  MAP: lazy(() => import('src/client/map/MapDisplay.tsx').then((module) => ({ default: module.MapDisplay }))),
  TIMELINE: lazy(() =>
    import('src/client/displays/TimelineDisplay.tsx').then((module) => ({ default: module.TimelineDisplay })),
  ),
  CAROUSEL: lazy(() =>
    import('src/client/displays/CarouselDisplay.tsx').then((module) => ({ default: module.CarouselDisplay })),
  ),
  TREE: lazy(() => import('src/client/displays/TreeDisplay.tsx').then((module) => ({ default: module.TreeDisplay }))),
  CARDS: lazy(() =>
    import('src/client/displays/CardsDisplay.tsx').then((module) => ({ default: module.CardsDisplay })),
  ),
};

export const DISPLAY_ICONS: Readonly<Record<DisplayMode, string>> = {
  LIST: 'list',
  TABLE: 'th',
  MAP: 'map',
  CARDS: 'grid-view',
  TIMELINE: 'timeline-events',
  CAROUSEL: 'media',
  TREE: 'diagram-tree',
};
