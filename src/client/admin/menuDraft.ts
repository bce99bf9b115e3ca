// An arrangement of the menu while it is changed. Pure: each function gives the entries as they are after one act.

import type { MenuEntry, MenuLink } from 'src/model/menu/menuEntry.ts';

type Entries = readonly MenuEntry[];

const changed = (entries: Entries, key: string, change: (entry: MenuEntry) => MenuEntry): Entries => {
  const known = entries.find((entry) => entry.key === key);
  return known ? entries.map((entry) => (entry === known ? change(entry) : entry)) : [...entries, change({ key })];
};

/** Leaves out entries without content. */
const saying = (entries: Entries): Entries =>
  entries.filter(({ place, hidden, link }) => place !== undefined || hidden === true || link !== undefined);

/** `keys`: all neighbours in their new order. */
export const withOrder = (entries: Entries, keys: readonly string[]): Entries =>
  keys.reduce((before, key, place) => changed(before, key, (entry) => ({ ...entry, place })), entries);

export const shownOrHidden = (entries: Entries, key: string): Entries =>
  saying(changed(entries, key, ({ hidden = false, ...entry }) => (hidden ? entry : { ...entry, hidden: true })));

/** Returns the entries with a new or changed link. Entries below another one are sorted by title. */
export const withLink = (entries: Entries, key: string, link: MenuLink): Entries =>
  changed(entries, key, ({ place, ...entry }) => ({
    ...entry,
    ...(place !== undefined && entry.link?.under === link.under && { place }),
    link,
  }));

export const withoutLink = (entries: Entries, key: string): Entries => entries.filter((entry) => entry.key !== key);

/** Everything is shown, in the order that ships; links stay. */
export const asShipped = (entries: Entries): Entries =>
  saying(entries.map(({ key, link }) => ({ key, ...(link && { link }) })));

export const isHidden = (entries: Entries, key: string): boolean =>
  entries.some((entry) => entry.key === key && entry.hidden === true);
