// Declared kinds of imports: how the columns of a table become properties of items. Compiled from `imports.json`.

import type { Values } from 'src/model/item/Item.ts';

export type DateOrder = 'DMY' | 'MDY' | 'YMD';

/** Treatment of a value that the list of a property does not have. */
export type UnknownValue = 'refuse' | 'other' | 'add';

export interface ImportKindColumn {
  /** Property, member of an object, or language of a translated text. */
  readonly path?: string;
  /** One coordinate of the place of the item; or the geometry of a place that the item names. */
  readonly place?: 'latitude' | 'longitude' | 'geometry';
  readonly aliases?: readonly string[];
  readonly dates?: DateOrder;
  readonly separator?: string;
  readonly unknown?: UnknownValue;
  readonly match?: string;
  readonly missing?: 'refuse' | 'create';
}

/** Rows that each add an entry to a list of objects, such as the memberships of a person. */
export interface ImportEntries {
  readonly path: string;
  /** Member that names an entry. */
  readonly by: string;
  /** Property that is the same in all rows of one item. */
  readonly of: string;
  /** Members of a new entry whose cells are empty. */
  readonly defaults?: Values;
}

export interface ImportKind {
  /** Uppercase and unique. */
  readonly key: string;
  readonly type: string;
  readonly columns: readonly ImportKindColumn[];
  /** Sets of paths by which an existing item of the same owner is found. */
  readonly duplicates?: readonly (readonly string[])[];
  /** A table fills only the declared columns. */
  readonly closed?: boolean;
  readonly entries?: ImportEntries;
  /** The geometry of a row becomes a place, which the items with the code of the row name: `fromCodes` of the type. */
  readonly places?: true;
}
