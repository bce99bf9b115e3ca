// What every viewer of files is given. One file per kind implements it; StageOf.tsx chooses.

import type { Item } from 'src/model/item/Item.ts';
import type { FileFailure } from 'src/client/viewers/fileFailure.ts';

export interface ViewerProps {
  readonly file: Item;
  readonly name: string;
  readonly href: string;
  /** The other files of the same item, for the captions among them. */
  readonly beside: readonly Item[];
  readonly onFailure: (failure: FileFailure) => void;
}
