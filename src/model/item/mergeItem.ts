// Three-way merge by property: what two people changed since the same version. Source: HOUSE, wire contract 4.

import { deepEqual } from 'src/base/deepEqual.ts';
import type { Json } from 'src/model/item/Item.ts';
import { diffItem, type Properties } from 'src/model/item/diffItem.ts';

export interface Merge {
  /** Mine, without those where theirs already says the same. */
  readonly changes: Readonly<Record<string, Json>>;
  /** Properties that both changed, to different values. */
  readonly conflicts: readonly string[];
}

/** `base`: the version I started from; `theirs`: the version now; `mine`: the properties that I change. */
export const mergeItem = (base: Properties, theirs: Properties, mine: Properties): Merge => {
  const theirChanges = diffItem(base, theirs);
  const changes: Record<string, Json> = {};
  const conflicts: string[] = [];
  for (const [name, value] of Object.entries(mine)) {
    const wanted = value ?? null;
    if (deepEqual(theirs[name] ?? null, wanted)) continue;
    if (name in theirChanges) conflicts.push(name);
    changes[name] = wanted;
  }
  return { changes, conflicts };
};
