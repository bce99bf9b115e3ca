// Differences between two versions of an item by property. Pure; used by server and client.

import { deepEqual } from 'src/base/deepEqual.ts';
import type { Json } from 'src/model/item/Item.ts';

export type Properties = Readonly<Record<string, Json | undefined>>;

/** Returns the new values of changed properties; a removed property is `null`. */
export const diffItem = (before: Properties, after: Properties): Record<string, Json> => {
  const changes: Record<string, Json> = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const old = before[name] ?? null;
    const now = after[name] ?? null;
    if (!deepEqual(old, now)) changes[name] = now;
  }
  return changes;
};

/** Returns the properties with the changes applied; `null` removes a property. */
export const applyChanges = (properties: Properties, changes: Properties): Record<string, Json> => {
  const next: Record<string, Json> = {};
  for (const [name, value] of Object.entries({ ...properties, ...changes })) {
    if (value !== undefined && value !== null) next[name] = value;
  }
  return next;
};
