// Generated example values of an item type: what the contract tests, stories and the corpus generator start from.

import type { ItemProperties, Json } from 'src/model/item/Item.ts';

export interface InvalidExample {
  /** Property that the value stands in. */
  readonly property: string;
  readonly value: Json;
  /** JSON pointer of the entry that the refusal must hold. */
  readonly path: string;
  /** Message id of the rule that is broken. */
  readonly message: string;
}

export interface TypeFixture {
  /** Only what is required. Related ids are number 1 of the first type allowed. */
  readonly minimal: ItemProperties;
  /** Every writable property. */
  readonly full: ItemProperties;
  /** Each replaces one property of `full` and makes it invalid. */
  readonly invalid: readonly InvalidExample[];
}
