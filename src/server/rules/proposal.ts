// A write before it is stored: the new values and the stored ones. Each rule checks it and returns the errors.

import type { Values } from 'src/model/item/Item.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import type { WritingContext } from 'src/server/context.ts';
import type { RuleNeeds } from 'src/server/rules/RuleNeeds.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';

export interface Proposal<Needs = RuleNeeds> {
  readonly context: WritingContext<Needs>;
  readonly type: ServerItemType;
  /** Undefined when the item is just being made. */
  readonly stored: StoredItem | undefined;
  /** The whole item as it would be. */
  readonly next: Values;
  /** Names of the properties that the caller sets. */
  readonly set: readonly string[];
}
