// The content of the navigation for the person who looks: their areas and pinned pages, as they have arranged them, and which area is open.
// This device remembers the open area; the order and the pins follow the person.

import { useEffect, useState } from 'react';
import { menuLayout, orderedAreas, ownMenuFrom, type MenuLayout, type OwnMenu } from 'src/client/menu/menuLayout.ts';
import { useMenu } from 'src/client/menu/useMenu.ts';
import { useSearchLinks } from 'src/client/menu/useSearchLinks.ts';
import { leadsElsewhere } from 'src/client/navigation/MenuLink.tsx';
import { nodesOf, type MenuNode } from 'src/client/navigation/menuTree.ts';
import { recall, remember } from 'src/client/ui/deviceMemory.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Json } from 'src/model/item/Item.ts';

/** Preference with the order of the areas and the pinned pages. */
const OWN_MENU = 'ownMenu';
const OPEN_AREA_KEY = 'Open-Area';
/** The area that is always last. */
const ADMINISTRATION = 'admin';

/** A page or a saved search that can be pinned. */
export interface PinnablePage {
  readonly to: string;
  readonly title: string;
  readonly icon: string;
  /** Title of its area or list. */
  readonly of?: string;
}

/** Reads and changes the person's own arrangement. Observable. */
export const useOwnMenu = (): readonly [OwnMenu, (next: OwnMenu) => void] => {
  const { preferences } = useClient();
  return [
    ownMenuFrom(preferences.get(OWN_MENU)),
    ({ order, pins }) => preferences.set(OWN_MENU, { order: [...order], pins: [...pins] } satisfies Json),
  ];
};

/** The areas of the person in their order. Observable. */
export const useAreas = (): readonly MenuNode[] => orderedAreas(useMenu(), useOwnMenu()[0].order, ADMINISTRATION);

/** Pages and saved searches that can be pinned, in the order of the menu. Observable. */
export const usePinnable = (areas: readonly MenuNode[]): readonly PinnablePage[] => {
  const searches = useSearchLinks(areas);
  const pages = areas.flatMap((area) =>
    nodesOf(area).flatMap((node): readonly PinnablePage[] => {
      const { to, title, icon = 'document', screen } = node;
      if (screen?.parent === true) return [];
      return [{ to, title, icon, ...(node === area ? {} : { of: area.title }) }];
    }),
  );
  return [...pages, ...searches.map(({ to, title, icon, of }) => ({ to, title, icon, of }))];
};

interface NavigationMenu extends Omit<MenuLayout, 'current'> {
  readonly pins: readonly PinnablePage[];
  /** Address of the pinned page or search that is open, unless another entry leads to it. */
  readonly pinHere: string | undefined;
  /** The open page or saved search to which no other entry leads. */
  readonly current: PinnablePage | undefined;
  /** Key of the open area. */
  readonly opened: string | undefined;
  readonly toggle: (area: string) => void;
}

/** Returns the list that an address opens in the first column: its screen and its question. */
const firstList = (address: string): string => {
  const { pathname, searchParams } = new URL(address, window.location.origin);
  return `${pathname.split('/')[1] ?? ''} ${searchParams.get('c0') ?? ''}`;
};

/** `fixed` is the number of the entries that are always shown. Observable: call it inside an observer. */
export const useNavigationMenu = (here: string | undefined, fixed: number): NavigationMenu => {
  const { navigation } = useClient();
  const [own] = useOwnMenu();
  const areas = useAreas();
  const pinnable = usePinnable(areas);
  const [choice, setChoice] = useState<{ readonly on: string; readonly area: string }>();
  const current = areas.find((area) => nodesOf(area).some(({ key }) => key === here))?.key;
  // The area of the page is open, unless the person has chosen otherwise on this page.
  const opened = choice?.on === (current ?? '') ? choice.area : (current ?? recall(OPEN_AREA_KEY));
  useEffect(() => {
    if (opened !== undefined) remember(OPEN_AREA_KEY, opened);
  }, [opened]);
  const pins = own.pins.flatMap((to) => pinnable.find((page) => page.to === to) ?? []);
  const layout = menuLayout({ areas, open: opened, here, fixed: fixed + pins.length, last: ADMINISTRATION });
  const list = firstList(navigation.address);
  const isOpen = ({ to }: PinnablePage): boolean => !leadsElsewhere(to) && firstList(to) === list;
  const hasSpace = layout.further === undefined || layout.further.key === opened;
  const search = pinnable.find((page) => page.to.includes('?') && isOpen(page));
  const unlisted = hasSpace && search ? search : pinnable.find(({ to }) => to === layout.current?.to);
  const pinHere = pins.find((pin) => pin === unlisted || (pin.to.includes('?') && isOpen(pin)))?.to;
  return {
    ...layout,
    ...{ pins, pinHere, opened, current: pinHere === undefined ? unlisted : undefined },
    toggle: (area) => setChoice({ on: current ?? '', area: opened === area ? '' : area }),
  };
};
