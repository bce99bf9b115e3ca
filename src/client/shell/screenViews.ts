// The views that a declared screen may name instead of a search, each loaded when first shown.

import type { ComponentType } from 'react';
import type { ScreenViewProps } from 'src/client/ClientDomain.ts';
import { columnView } from 'src/client/shell/columnView.tsx';
import type { ScreenView } from 'src/model/schema/Registry.ts';

type ColumnView = Exclude<ScreenView, 'ownPage'>;

export const screenViews: Readonly<Record<ColumnView, ComponentType<ScreenViewProps>>> = {
  dashboard: columnView(async () => (await import('src/client/dashboard/DashboardView.tsx')).DashboardView),
  map: columnView(async () => (await import('src/client/map/MapScreen.tsx')).MapScreen),
  menuItems: columnView(async () => (await import('src/client/admin/MenuItemsView.tsx')).MenuItemsView),
  ownerRights: columnView(async () => (await import('src/client/people/OwnerRightsView.tsx')).OwnerRightsView),
  people: columnView(async () => (await import('src/client/people/PeopleView.tsx')).PeopleView),
  privateReads: columnView(async () => (await import('src/client/admin/PrivateReadsView.tsx')).PrivateReadsView),
  siteState: columnView(async () => (await import('src/client/admin/StateView.tsx')).StateView),
  systemTexts: columnView(async () => (await import('src/client/texts/SystemTextView.tsx')).SystemTextView),
  valueLists: columnView(async () => (await import('src/client/lists/ValueListsView.tsx')).ValueListsView),
};
