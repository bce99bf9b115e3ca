// What the sample community is made of: items with readable keys instead of ids. The loader turns `@key` into ids.

import type { Json } from 'src/model/item/Item.ts';
import { seededRandom, type SeededRandom } from 'src/base/seededRandom.ts';

export interface SampleItem {
  /** `org/cedar`; other items point to it as `@org/cedar`. */
  readonly key: string;
  readonly type: string;
  readonly properties: Readonly<Record<string, Json>>;
  /** Key of the user who made it. */
  readonly creator: string;
  readonly daysAgo: number;
  /** For an attachment: the picture that the loader draws and stores. */
  readonly picture?: { readonly seed: number; readonly caption: string };
}

export interface SampleWorld {
  readonly random: SeededRandom;
  readonly items: SampleItem[];
  /** Adds an item and returns the reference to it. */
  add(item: Omit<SampleItem, 'creator' | 'daysAgo'> & Partial<SampleItem>): string;
  /** References to all items of a type made so far. */
  all(type: string): string[];
}

const MADE_OVER_DAYS = 420;

/** An empty world; the same seed makes the same items. */
export const createSampleWorld = (seed: number): SampleWorld => {
  const random = seededRandom(seed);
  const items: SampleItem[] = [];
  const byType = new Map<string, string[]>();
  return {
    random,
    items,
    add: (item) => {
      const daysAgo = item.daysAgo ?? Math.floor(random.next() ** 2 * MADE_OVER_DAYS);
      items.push({ creator: 'user/staff', ...item, daysAgo });
      const ref = `@${item.key}`;
      byType.set(item.type, [...(byType.get(item.type) ?? []), ref]);
      return ref;
    },
    all: (type) => byType.get(type) ?? [],
  };
};
