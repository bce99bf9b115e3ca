// Selects the entries of the navigation: areas of the menu, the main pages of the open area, and pinned pages, in the order of the person.
// The navigation never shows more than MAX_MENU_ENTRIES at a time. The menu "More" has the other areas.

import { isRecord } from 'src/base/isRecord.ts';
import { stringsIn } from 'src/base/stringsIn.ts';
import type { MenuNode } from 'src/client/navigation/menuTree.ts';
import { nodesOf } from 'src/client/navigation/menuTree.ts';
import type { Json } from 'src/model/item/Item.ts';

export const MAX_MENU_ENTRIES = 12;
/** Pages of the open area where the areas leave no space for more. The page of the area lists all of them. */
const MAX_PAGES = 3;
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

/** The main pages of an area, the current one included. */
const mainPages = ({ children }: MenuNode, here: string | undefined, most: number): readonly MenuNode[] => {
  if (children.length <= most) return children;
  const isHere = (node: MenuNode): boolean => nodesOf(node).some(({ key }) => key === here);
  const declared = children.filter(({ screen }) => screen?.main === true);
  const ranked = [...new Set([...declared, ...children])].slice(0, most);
  const current = children.find(isHere);
  const chosen = current && !ranked.includes(current) ? [...ranked.slice(0, -1), current] : ranked;
  return children.filter((child) => chosen.includes(child));
};

export interface MenuLayout {
  readonly areas: readonly MenuNode[];
  /** Pages of the open area. */
  readonly pages: readonly MenuNode[];
  /** Areas in the menu "More". */
  readonly rest: readonly MenuNode[];
}

interface LayoutInput {
  /** All areas in their order. */
  readonly areas: readonly MenuNode[];
  /** Key of the open area. */
  readonly open: string | undefined;
  readonly here: string | undefined;
  /** Number of entries that are always shown, such as Home, and of pins. */
  readonly fixed: number;
  /** Number of entries that come and go, such as the unsaved work. They take the space of pages, so that the areas keep their places. */
  readonly passing: number;
  /** Key of the area that is shown even where there is no space for all: the administration. */
  readonly last: string;
}

/** Returns the areas that are always shown. */
const lastingAreas = (areas: readonly MenuNode[], most: number, last: string): readonly MenuNode[] => {
  const pages = Math.min(MAX_PAGES, Math.max(...areas.map(({ children }) => children.length)));
  if (areas.length + pages <= most) return areas;
  // One entry is the menu "More".
  const count = Math.max(2, most - 1 - MAX_PAGES);
  const others = areas.filter(({ key }) => key !== last);
  const chosen = others.slice(0, count - (areas.length - others.length));
  return areas.filter((each) => each.key === last || chosen.includes(each));
};

export const menuLayout = ({ areas, open, here, fixed, passing, last }: LayoutInput): MenuLayout => {
  if (areas.length === 0) return { areas, pages: [], rest: [] };
  const most = MAX_MENU_ENTRIES - fixed;
  const area = areas.find(({ key, children }) => key === open && children.length > 0);
  const lasting = lastingAreas(areas, most, last);
  // An open area that has no place of its own takes the place of the last one before the administration.
  const replaced = area && !lasting.includes(area) ? lasting.findLast(({ key }) => key !== last) : undefined;
  const isShown = (each: MenuNode): boolean => each === area || (lasting.includes(each) && each !== replaced);
  const [shown, rest] = [areas.filter(isShown), areas.filter((each) => !isShown(each))];
  const space = Math.max(1, most - passing - shown.length - Math.min(1, rest.length));
  return { areas: shown, pages: area ? mainPages(area, here, space) : [], rest };
};
