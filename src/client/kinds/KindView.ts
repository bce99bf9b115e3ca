// Shows the values of a kind on pages. Each kind answers in its own folder; src/client/generated/kindViews.ts lists them.

import type { ComponentType } from 'react';
import type { ValueProps } from 'src/client/fields/ValueProps.ts';
import type { ItemStore } from 'src/client/stores/ItemStore.ts';
import type { Json } from 'src/model/item/Item.ts';

/** Space that a value needs on a page: in a line of values, in the reading view, in a table, in a form. */
export interface KindLook {
  /** Several read well one after the other on a line. */
  readonly inline?: true;
  /** Takes the whole width of the reading view. */
  readonly wide?: true;
  /** Needs a wide column of a table. */
  readonly wideColumn?: true;
  /** Too large for a cell of a table. */
  readonly noCell?: true;
  /** Its field is made of several controls, so its name belongs to a group. */
  readonly group?: true;
  /** Is not clear without its name, like a date or a number. */
  readonly unnamed?: true;
}

export interface KindView {
  /** Reads one value. A value that is made of members is read member by member (PropertyValue.tsx). */
  readonly read: ComponentType<ValueProps>;
  /** `read` takes a list of values as a whole. */
  readonly readsLists?: true;
  /** Reads a value as plain words where `read` would put a link in the way of the keyboard. */
  readonly text?: (value: Json, items: Pick<ItemStore, 'label'>) => string;
  readonly look: KindLook;
}
