// The item: the common shape of all types in storage, on the wire and in the interface. An item has an id `{type}-{number}`, an update
// counter `_u` and declared properties. Items are frozen values; a change creates a new one.

/** Id such as `Book-12`. Number 0 means the system (`Book-0`); a third segment is a create marker. */
export type ItemId = string;

/** Value of any property as JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Properties by name. */
export type Values = Readonly<Record<string, Json>>;

/** Time of creation in ISO 8601, and the user who created the item, if the reader may see that user. */
export interface Created {
  readonly ts: string;
  readonly creator?: ItemId;
}

/** Generic members of every item, in addition to the declared properties. */
export interface ItemHeader {
  readonly $id: ItemId;
  /** Path of the item's page: `/i-Book-1`. */
  readonly url?: string;
  readonly _t: string;
  readonly _i: number;
  readonly _u: number;
  readonly _c: Created;
  /** Same as `_c.ts` and `_c.creator`. Another server of this protocol may leave out this and the following members. */
  readonly created?: string;
  readonly createdBy?: ItemId;
  /** Time of the last change in ISO 8601. */
  readonly updated: string;
  /** User who made the last change, if known and visible to the reader. */
  readonly updatedBy?: ItemId;
  /** Label in the default language, made from the type's title template. */
  readonly $label: string;
  /** Only the label is visible: the item has no declared properties. */
  readonly $labelOnly?: true;
  /** Variant of the item: its type. */
  readonly $v?: { readonly _t: string };
  /** Version of the declarations that the answer follows, as in the API documents. */
  readonly $version?: string;
  /** Labels of related items that the caller may see, by id. */
  readonly $labels?: Readonly<Record<ItemId, string>>;
}

/** Item as the caller may see it. */
export type Item = ItemHeader & { readonly [property: string]: Json | undefined };

/** Mutable item under construction, not shared yet. Copying many values would cost more than the rest of reading. */
export type OwnItem = { -readonly [Name in keyof Item]: Item[Name] };

/** Declared properties only, as `create` and `update` write them. */
export type ItemProperties = Readonly<Record<string, Json>>;
