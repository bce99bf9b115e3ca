// The header of an item, from the row that stores it.

import type { OwnItem } from 'src/model/item/Item.ts';
import { itemHeader } from 'src/model/item/itemHeader.ts';
import type { ReadPlan } from 'src/server/store/itemPlan.ts';

/** Members of a row that make the header of an item. */
export interface HeaderRow {
  readonly i: number;
  readonly u: number;
  readonly created: Date;
  readonly creator: string;
  readonly updated: Date;
  readonly updater: string | null;
  readonly level: number;
  readonly label: string;
}

export const headerFromRow = ({ type, version }: ReadPlan, row: HeaderRow): OwnItem =>
  itemHeader({
    type: type.name,
    number: row.i,
    u: row.u,
    created: row.created.toISOString(),
    creator: row.creator,
    updated: row.updated.toISOString(),
    updater: row.updater ?? undefined,
    label: row.label,
    version,
  });
