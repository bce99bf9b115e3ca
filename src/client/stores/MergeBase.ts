// Server values of a draft's changed properties at the time of the change, and which of them others have changed since. Owned by ItemDraft.

import { deepEqual } from 'src/base/deepEqual.ts';
import { propertiesIn } from 'src/client/stores/draftValues.ts';
import type { Item, Json, Values } from 'src/model/item/Item.ts';
import { mergeItem } from 'src/model/item/mergeItem.ts';

const NO_BASE_VALUES: Values = Object.freeze({});
const onlyNamed = (names: Iterable<string>, values: Values): Values =>
  Object.fromEntries([...names].flatMap((name) => (name in values ? [[name, values[name] ?? null]] : [])));

export class MergeBase {
  private ancestor: Values = NO_BASE_VALUES;
  private conflicting: ReadonlySet<string> = new Set();

  /** Properties that were changed both locally and by others, to different values. */
  get disputed(): ReadonlySet<string> {
    return this.conflicting;
  }

  get values(): Values {
    return this.ancestor;
  }

  /** Restores the values from a stored record. */
  recall(ancestor: Values): void {
    this.ancestor = ancestor;
    this.conflicting = new Set();
  }

  /** Updates the changes: newly changed properties start from `base`, the others keep their base. */
  note(changes: Values, { before, base }: { readonly before: Values; readonly base: Values }): void {
    const names = Object.keys(changes);
    const known = onlyNamed(
      names.filter((name) => name in before),
      this.ancestor,
    );
    const fresh = onlyNamed(
      names.filter((name) => !(name in before)),
      base,
    );
    this.ancestor = { ...known, ...fresh };
    this.conflicting = new Set(names.filter((name) => this.conflicting.has(name)));
  }

  /** Restarts all changes from the current item: the conflict is resolved, or a save has succeeded. */
  restart(changes: Values, now: Readonly<Record<string, unknown>>): void {
    this.recall(propertiesIn(now, new Set(Object.keys(changes))));
  }

  /** Returns the changes in relation to the current item; `sent` is a pending save that the item may already include. */
  merge(changes: Values, item: Item, sent: Values): Values {
    const theirs = propertiesIn(item, new Set(Object.keys(changes)));
    // The result of our own save is not a change by others, even while the person types on.
    const ours = Object.entries(sent).filter(([name, value]) => deepEqual(theirs[name] ?? null, value));
    const from: Record<string, Json> = { ...this.ancestor, ...Object.fromEntries(ours) };
    const merged = mergeItem(from, theirs, changes);
    this.conflicting = new Set(merged.conflicts);
    return merged.changes;
  }
}
