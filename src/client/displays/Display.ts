// The exports of a display's folder. The folder's declaration.json contains the facts that the compiler and every listing read.

import type { ComponentType } from 'react';
import type { ListingPartProps, ListingStore } from 'src/client/listing/ListingStore.ts';
import type { DisplayMode } from 'src/model/generated/displays.ts';
import type { Item } from 'src/model/item/Item.ts';

/** A display shows `store.ids`, calls `store.more()` near the end and reads rows through the item store. */
export type DisplayProps = ListingPartProps;

export interface PrintProps {
  readonly store: ListingStore;
  readonly items: readonly Item[];
}

export interface DisplayParts {
  /** The folder's name in capitals. */
  readonly mode: DisplayMode;
  readonly component: ComponentType<DisplayProps>;
  /** Tools of this display in the line above the results. */
  readonly tools?: ComponentType<ListingPartProps>;
}

/** Printed form of a display: the value of `{mode}Print.ts` in its folder, which is loaded with the first listing that is printed. */
export interface DisplayPrint {
  readonly mode: DisplayMode;
  readonly rows: ComponentType<PrintProps>;
  /** The picture of the display (`store.picture`) is printed above the rows. */
  readonly picture?: true;
}
