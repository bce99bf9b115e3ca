// Generated example values of an item type, used by the contract tests, stories and the corpus generator.

import type { ItemProperties, Json } from 'src/model/item/Item.ts';

export interface InvalidExample {
  /** Property with the value. */
  readonly property: string;
  readonly value: Json;
  /** JSON pointer of the expected entry in the refusal. */
  readonly path: string;
  /** Message id of the broken rule. */
  readonly message: string;
}

export interface TypeFixture {
  /** Required properties only. Related ids are number 1 of the first allowed type. */
  readonly minimal: ItemProperties;
  /** Every writable property. */
  readonly full: ItemProperties;
  /** Each replaces one property of `full` and makes it invalid. */
  readonly invalid: readonly InvalidExample[];
}
