// The displays of listings: one entry per mode of displayModes.ts.

import type { ComponentType } from 'react';
import type { DisplayMode } from 'src/model/schema/TypeView.ts';
import type { KnownDisplay } from 'src/client/displays/displayModes.ts';
import { ListDisplay } from 'src/client/displays/list/ListDisplay.tsx';
import { whenLoaded } from 'src/client/ui/whenLoaded.tsx';
import type { ListingPartProps } from 'src/client/search/Listing.tsx';

/** A display shows `store.ids`, asks `store.more()` near the end, reads rows through the item store. */
export type DisplayProps = ListingPartProps;

export const displays: Readonly<
  Record<KnownDisplay, ComponentType<DisplayProps>> & Partial<Record<DisplayMode, ComponentType<DisplayProps>>>
> = {
  LIST: ListDisplay,
  TABLE: whenLoaded(() => import('src/client/displays/table/TableDisplay.tsx').then((module) => module.TableDisplay)),
  MAP: whenLoaded(() => import('src/client/displays/map/MapDisplay.tsx').then((module) => module.MapDisplay)),
  TIMELINE: whenLoaded(() =>
    import('src/client/displays/timeline/TimelineDisplay.tsx').then((module) => module.TimelineDisplay),
  ),
  CALENDAR: whenLoaded(() =>
    import('src/client/displays/calendar/CalendarDisplay.tsx').then((module) => module.CalendarDisplay),
  ),
  CAROUSEL: whenLoaded(() =>
    import('src/client/displays/carousel/CarouselDisplay.tsx').then((module) => module.CarouselDisplay),
  ),
  TREE: whenLoaded(() => import('src/client/displays/tree/TreeDisplay.tsx').then((module) => module.TreeDisplay)),
  CARDS: whenLoaded(() => import('src/client/displays/cards/CardsDisplay.tsx').then((module) => module.CardsDisplay)),
};

export const DISPLAY_ICONS: Readonly<Record<DisplayMode, string>> = {
  LIST: 'list',
  TABLE: 'th',
  MAP: 'map',
  CARDS: 'grid-view',
  TIMELINE: 'gantt-chart',
  CALENDAR: 'calendar',
  CAROUSEL: 'media',
  TREE: 'diagram-tree',
};
