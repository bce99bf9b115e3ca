// Applies a push, or the answer to our own save, to the known item. Pure; ItemStore acts on the result.

import { deepEqual } from 'src/base/deepEqual.ts';
import { deepFreeze } from 'src/base/deepFreeze.ts';
import type { ItemUpdatePush } from 'src/model/generated/wire.ts';
import { applyChanges } from 'src/model/item/diffItem.ts';
import type { Item, Json } from 'src/model/item/Item.ts';
import { HEADER_NAMES } from 'src/model/item/headerNames.ts';

export type Outcome =
  | { readonly kind: 'old' }
  /** `properties` are the declared ones that differ. */
  | { readonly kind: 'next'; readonly item: Item; readonly properties: readonly string[] }
  /** A version is missing: read the item again. */
  | { readonly kind: 'gap' };

type Changes = Readonly<Record<string, Json>>;

const OLD: Outcome = Object.freeze({ kind: 'old' });
const GAP_OUTCOME: Outcome = Object.freeze({ kind: 'gap' });

const changedItem = (item: Item, changes: Changes, _u: number): Item => {
  const labels = { ...item.$labels, ...(changes.$labels as Item['$labels']) };
  const next = { ...applyChanges(item, changes), _u, ...(Object.keys(labels).length > 0 && { $labels: labels }) };
  return deepFreeze(next) as Item;
};

/**
 * Applies the rule of `_u`: an older push is ignored, the next one applied, a later one is a gap. The same `_u` gives the currently visible
 * values, since rights change without a new version.
 */
export const applyUpdate = (item: Item, { _u = item._u + 1, changed }: ItemUpdatePush): Outcome => {
  if (_u < item._u || (_u === item._u && changed === undefined)) return OLD;
  if (changed === undefined || _u > item._u + 1) return GAP_OUTCOME;
  const differing = Object.keys(changed).filter((name) => !deepEqual(item[name] ?? null, changed[name] ?? null));
  if (_u === item._u && differing.length === 0) return OLD;
  const properties = differing.filter((name) => !HEADER_NAMES.has(name));
  return { kind: 'next', item: changedItem(item, changed, _u), properties };
};

/**
 * Returns the item after our own save: the saved version, our changes, and the changes in the answer (set by the server, or saved by others
 * meanwhile). Undefined when that version is no longer known.
 */
export const savedItem = (known: Item | undefined, sent: Changes, answer: Changes): Item | undefined => {
  if (known?._u !== sent._u) return undefined;
  const { _u: _from, ...changes } = sent;
  return known && changedItem(known, { ...changes, ...answer }, Number(answer._u));
};
