// Who may read an item, as the store asks for it and keeps it. Answered by access/createReaders.ts.

import type { Level } from 'src/model/access/levels.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import type { Queryable } from 'src/server/store/Database.ts';

/** The parts of an item, stored or proposed, that its readers follow from. */
export interface ReadersOf {
  readonly id: ItemId;
  readonly type: string;
  readonly number: number;
  readonly creator: ItemId;
  readonly properties: Readonly<Record<string, Json>>;
  /** False for an item that is just being made, which nobody has been granted anything of. */
  readonly exists: boolean;
}

export interface Readers {
  readonly level: Level;
  readonly owners: readonly string[];
  readonly acl: number;
  /** Readers of the properties of a level; the item's own where that is not stricter. */
  aclAt(level: Level): Promise<number>;
}

export interface ReadersRoom {
  readersOf(db: Queryable, item: ReadersOf): Promise<Readers>;
  /** The owners alone: nothing is interned. */
  ownersOf(db: Queryable, item: ReadersOf): Promise<readonly string[]>;
}
