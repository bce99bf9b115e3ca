// Three-way merge by property, for two changes of the same version.

import { deepEqual } from 'src/base/deepEqual.ts';
import type { Json } from 'src/model/item/Item.ts';
import { diffItem, type Properties } from 'src/model/item/diffItem.ts';

export interface Merge {
  /** My changes, without those that are equal to theirs. */
  readonly changes: Readonly<Record<string, Json>>;
  /** Properties that both changed to different values. */
  readonly conflicts: readonly string[];
}

/** Merges `mine` into `theirs`. `base` is the common version; `mine` contains only the properties that I change. */
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
