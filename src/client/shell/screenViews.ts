// The views that a declared screen may name instead of a search, each loaded when first shown.

import { type ComponentType, lazy, type LazyExoticComponent } from 'react';
import type { ScreenViewProps } from 'src/client/ClientDomain.ts';
import type { ScreenView } from 'src/model/schema/Registry.ts';

type ColumnView = Exclude<ScreenView, 'ownPage'>;

export const screenViews: Readonly<Record<ColumnView, LazyExoticComponent<ComponentType<ScreenViewProps>>>> = {
  dashboard: lazy(() =>
    import('src/client/dashboard/DashboardView.tsx').then((module) => ({ default: module.DashboardView })),
  ),
  map: lazy(() => import('src/client/map/MapScreen.tsx').then((module) => ({ default: module.MapScreen }))),
  menuItems: lazy(() =>
    import('src/client/admin/MenuItemsView.tsx').then((module) => ({ default: module.MenuItemsView })),
  ),
  ownerRights: lazy(() =>
    import('src/client/people/OwnerRightsView.tsx').then((module) => ({ default: module.OwnerRightsView })),
  ),
  people: lazy(() => import('src/client/people/PeopleView.tsx').then((module) => ({ default: module.PeopleView }))),
  privateReads: lazy(() =>
    import('src/client/admin/PrivateReadsView.tsx').then((module) => ({ default: module.PrivateReadsView })),
  ),
  siteState: lazy(() => import('src/client/admin/StateView.tsx').then((module) => ({ default: module.StateView }))),
  systemTexts: lazy(() =>
    import('src/client/texts/SystemTextView.tsx').then((module) => ({ default: module.SystemTextView })),
  ),
  valueLists: lazy(() =>
    import('src/client/lists/ValueListsView.tsx').then((module) => ({ default: module.ValueListsView })),
  ),
};
