// What the changed properties of a draft were on the server when they were changed, and which of them somebody else has
// changed since. Owned by ItemDraft.

import { deepEqual } from 'src/base/deepEqual.ts';
import { propertiesIn } from 'src/client/stores/draftValues.ts';
import type { Item, Json, Values } from 'src/model/item/Item.ts';
import { mergeItem } from 'src/model/item/mergeItem.ts';

const NOTHING: Values = Object.freeze({});
const only = (names: Iterable<string>, values: Values): Values =>
  Object.fromEntries([...names].flatMap((name) => (name in values ? [[name, values[name] ?? null]] : [])));

export class MergeBase {
  private ancestor: Values = NOTHING;
  private conflicting: ReadonlySet<string> = new Set();

  /** Changed here and there, to different values. */
  get disputed(): ReadonlySet<string> {
    return this.conflicting;
  }

  get values(): Values {
    return this.ancestor;
  }

  /** From a record of an earlier visit. */
  recall(ancestor: Values): void {
    this.ancestor = ancestor;
    this.conflicting = new Set();
  }

  /** The changes are now these; newly changed ones start from `base`, the others from where they started. */
  note(changes: Values, { before, base }: { readonly before: Values; readonly base: Values }): void {
    const names = Object.keys(changes);
    const known = only(
      names.filter((name) => name in before),
      this.ancestor,
    );
    const fresh = only(
      names.filter((name) => !(name in before)),
      base,
    );
    this.ancestor = { ...known, ...fresh };
    this.conflicting = new Set(names.filter((name) => this.conflicting.has(name)));
  }

  /** All changes start from the item as it is now: the dispute is settled, or a save has just gone through. */
  restart(changes: Values, now: Readonly<Record<string, unknown>>): void {
    this.recall(propertiesIn(now, new Set(Object.keys(changes))));
  }

  /** The changes beside the item as it is now; `sent` is a save of ours that it may hold already. */
  merge(changes: Values, item: Item, sent: Values): Values {
    const theirs = propertiesIn(item, new Set(Object.keys(changes)));
    // What our own save has just put there is nobody else's change, also while more is being typed.
    const ours = Object.entries(sent).filter(([name, value]) => deepEqual(theirs[name] ?? null, value));
    const from: Record<string, Json> = { ...this.ancestor, ...Object.fromEntries(ours) };
    const merged = mergeItem(from, theirs, changes);
    this.conflicting = new Set(merged.conflicts);
    return merged.changes;
  }
}
