// What changed between two versions of an item, property by property. Pure; both worlds use it.

import { deepEqual } from 'src/base/deepEqual.ts';
import type { Json } from 'src/model/item/Item.ts';

export type Properties = Readonly<Record<string, Json | undefined>>;

/** New values of the changed properties; a removed property is `null`. */
export const diffItem = (before: Properties, after: Properties): Record<string, Json> => {
  const changes: Record<string, Json> = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const old = before[name] ?? null;
    const now = after[name] ?? null;
    if (!deepEqual(old, now)) changes[name] = now;
  }
  return changes;
};

/** The properties with the changes applied; `null` removes. */
export const applyChanges = (properties: Properties, changes: Properties): Record<string, Json> => {
  const next: Record<string, Json> = {};
  for (const [name, value] of Object.entries({ ...properties, ...changes })) {
    if (value !== undefined && value !== null) next[name] = value;
  }
  return next;
};
