// Selects the entries of the navigation: areas of the menu, the first pages of the open area, and pinned pages, in the order of the person.
// The navigation never shows more than MAX_MENU_ENTRIES at a time. The menu "More" has the other areas. The current page changes neither
// the areas nor the pages of an area that are shown: a page or an area that is not among them is added below them while it is open.

import { isRecord } from 'src/base/isRecord.ts';
import { stringsIn } from 'src/base/stringsIn.ts';
import type { MenuNode } from 'src/client/navigation/menuTree.ts';
import { nodesOf } from 'src/client/navigation/menuTree.ts';
import type { Json } from 'src/model/item/Item.ts';

export const MAX_MENU_ENTRIES = 12;
/** Entries kept free for the current page, where the menu does not list it, and for the unsaved work. */
const FREE_ENTRIES = 2;
/** Pages of the open area where the areas leave no space for more. The page of the area lists all of them. */
const MIN_PAGES = 2;
export const MAX_PINS = 3;

/** A person's arrangement of the navigation: the keys of areas in their order, and the addresses of pinned pages. */
export interface OwnMenu {
  readonly order: readonly string[];
  readonly pins: readonly string[];
}

export const ownMenuFrom = (kept: Json | undefined): OwnMenu =>
  isRecord(kept)
    ? { order: stringsIn(kept['order'] as Json), pins: stringsIn(kept['pins'] as Json).slice(0, MAX_PINS) }
    : { order: [], pins: [] };

/** An area of one page is this page. */
const unfolded = (node: MenuNode): MenuNode => {
  const [only, second] = node.children;
  return node.screen?.parent === true && only && !second ? { ...only, icon: node.icon ?? only.icon } : node;
};

/** Areas in the person's order. Others follow by title, and the area of the administration is last. */
export const orderedAreas = (
  nodes: readonly MenuNode[],
  order: readonly string[],
  last: string,
): readonly MenuNode[] => {
  const placeOf = ({ key }: MenuNode): number => {
    const place = order.indexOf(key);
    return place >= 0 ? place : key === last ? order.length + 1 : order.length;
  };
  return nodes.map(unfolded).toSorted((one, other) => placeOf(one) - placeOf(other));
};

/**
 * Returns the first pages of an area, in the order of the menu. Declared main pages have priority, those with a number first, and pages that are offered only while
 * their list has results come last. The choice does not depend on the current page.
 */
const firstPages = ({ children }: MenuNode, most: number): readonly MenuNode[] => {
  if (children.length <= most) return children;
  const rank = ({ screen }: MenuNode): number => {
    const { unlessEmpty, main } = screen ?? {};
    if (unlessEmpty === true) return 5;
    return main === true ? 3 : (main ?? 4);
  };
  const chosen = children.toSorted((one, other) => rank(one) - rank(other)).slice(0, most);
  return children.filter((child) => chosen.includes(child));
};

export interface MenuLayout {
  /** Areas that are always shown. */
  readonly areas: readonly MenuNode[];
  /** Areas in the menu "More". */
  readonly rest: readonly MenuNode[];
  /** The open area if it is one of the menu "More". It is shown below the others. */
  readonly further: MenuNode | undefined;
  /** Pages of the open area. */
  readonly pages: readonly MenuNode[];
  /** The current page if it is not among the entries above. */
  readonly current: MenuNode | undefined;
}

interface LayoutInput {
  /** All areas in their order. */
  readonly areas: readonly MenuNode[];
  /** Key of the open area. */
  readonly open: string | undefined;
  readonly here: string | undefined;
  /** Number of entries that are always shown, such as Home, and of pins. */
  readonly fixed: number;
  /** Key of the area that is shown even where there is no space for all: the administration. */
  readonly last: string;
}

/** Returns how many areas are always shown, and how many pages of an open one of them. Depends on nothing that changes while a person moves about. */
const sizesOf = (areas: readonly MenuNode[], fixed: number): { readonly shown: number; readonly pages: number } => {
  const space = MAX_MENU_ENTRIES - fixed - FREE_ENTRIES;
  const pages = Math.min(MIN_PAGES, Math.max(...areas.map(({ children }) => children.length)));
  if (areas.length + pages <= space) return { shown: areas.length, pages: space - areas.length };
  // One entry is the menu "More".
  const shown = Math.max(2, space - 1 - MIN_PAGES);
  return { shown, pages: space - 1 - shown };
};

export const menuLayout = ({ areas, open, here, fixed, last }: LayoutInput): MenuLayout => {
  if (areas.length === 0) return { areas, rest: [], further: undefined, pages: [], current: undefined };
  const { shown, pages: most } = sizesOf(areas, fixed);
  const others = areas.filter(({ key }) => key !== last);
  const chosen = others.slice(0, shown - (areas.length - others.length));
  const isShown = (area: MenuNode): boolean => area.key === last || chosen.includes(area);
  const rest = areas.filter((area) => !isShown(area));
  const isHere = (node: MenuNode): boolean => nodesOf(node).some(({ key }) => key === here);
  // The area of the page stays in the menu while the person has folded it.
  const further = rest.find(({ key }) => key === open) ?? rest.find(isHere);
  const area = areas.find(({ key }) => key === open);
  // The name of a further area takes the space of one page.
  const pages = area ? firstPages(area, area === further ? most - 1 : most) : [];
  const tops = further ? [...areas.filter(isShown), further] : areas.filter(isShown);
  // The name of a folded further area takes the space of the current page.
  const isListed = pages.some(isHere) || tops.some(({ key }) => key === here) || (further && further !== area);
  const current = isListed ? undefined : areas.flatMap(({ children }) => children).find(isHere);
  return { areas: areas.filter(isShown), rest, further, pages, current };
};
