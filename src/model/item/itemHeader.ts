// Builds the members that every item has on the wire in addition to its declared properties, for all answers and pushes.
// docs/decisions/0012-header-of-an-item.md explains each member.

import type { Item, ItemId } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';

interface HeaderParts {
  readonly type: string;
  readonly number: number;
  readonly u: number;
  /** ISO 8601. */
  readonly created: string;
  readonly creator: ItemId;
  readonly updated: string;
  readonly updater: ItemId | undefined;
  readonly label: string;
  /** Version of the declarations that the answer follows. */
  readonly version: string;
}

/** Returns the path of the item's page. */
const itemUrl = (id: ItemId): string => `/i-${id}`;

export const itemHeader = ({
  type,
  number,
  u,
  created,
  creator,
  updated,
  updater,
  label,
  version,
}: HeaderParts): Item => ({
  $id: itemId(type, number),
  url: itemUrl(itemId(type, number)),
  _t: type,
  _i: number,
  _u: u,
  _c: { ts: created, creator },
  created,
  createdBy: creator,
  updated,
  ...(updater !== undefined && { updatedBy: updater }),
  $label: label,
  $v: { _t: type },
  $version: version,
});
