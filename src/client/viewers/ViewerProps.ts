// Properties of all viewers. One component per kind implements them; Stage.tsx chooses.

import type { Item } from 'src/model/item/Item.ts';
import type { FileFailure } from 'src/client/viewers/fileFailure.ts';

export interface ViewerProps {
  readonly file: Item;
  readonly name: string;
  readonly href: string;
  /** Other files of the same item, which may be captions. */
  readonly beside: readonly Item[];
  readonly onFailure: (failure: FileFailure) => void;
}
