// Who may do what with an item, for every verb but read (read is the gate). Deny by default.

import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import type { Queryable } from 'src/server/store/Database.ts';
import type { Gate } from 'src/server/access/Gate.ts';
import type { StoredItem } from 'src/server/store/ItemStore.ts';

export interface Decision {
  readonly can: boolean;
  /** Message key of the reason, for the "who can see this, and why" view. */
  readonly reason: string;
  /** Who granted it, where a grant decided. */
  readonly grantedBy: readonly ItemId[];
}

export interface Access {
  /** May the subject do `action` with this stored item? `read` asks the gate. Undeclared actions are refused. */
  can(db: Queryable, gate: Gate, stored: StoredItem, action: string): Promise<Decision>;
  /** May the subject create an item of the type with these properties? */
  canCreate(db: Queryable, gate: Gate, type: string, properties: Readonly<Record<string, Json>>): Promise<Decision>;
  /** May the subject set this property, beyond the right to create or update? `stored` is undefined for a new item. */
  canWriteProperty(
    db: Queryable,
    gate: Gate,
    asked: {
      readonly type: string;
      readonly name: string;
      readonly stored: StoredItem | undefined;
      readonly properties: Readonly<Record<string, Json>>;
    },
  ): Promise<Decision>;
  /** Every declared action of the type, read included. */
  allowed(db: Queryable, gate: Gate, stored: StoredItem): Promise<Record<string, boolean>>;
  /** The stored item, or the one answer for hidden and absent alike: `notFound` signed in, `notAllowed` for a visitor. */
  visible(db: Queryable, gate: Gate, id: ItemId, lock?: boolean): Promise<StoredItem>;
}

/** The problem that absent and hidden share. */
export type Hidden = Pick<Item, '$id'>;
