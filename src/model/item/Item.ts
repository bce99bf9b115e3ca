// The item: the one shape that storage, wire and screens share for every type.
// Terms used in every folder: an item has an id `{type}-{number}`, an update counter `_u`, and declared properties.
// Items are frozen values; a change makes a new one.

/** `Book-12`; number 0 means the system (`Book-0`); a third segment is a create marker. Source: spec platform 3, 5. */
export type ItemId = string;

/** The value of any property, as it stands in JSON. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Properties by name. */
export type Values = Readonly<Record<string, Json>>;

/** When the item was made, in ISO 8601, and by which user, if the reader may see that one. */
export interface Created {
  readonly ts: string;
  readonly creator?: ItemId;
}

/** Generic members of every item; declared properties stand beside them. Source: spec platform 3. */
export interface ItemHeader {
  readonly $id: ItemId;
  /** Path of the item's page: `/i-Book-1`. */
  readonly url?: string;
  readonly _t: string;
  readonly _i: number;
  readonly _u: number;
  readonly _c: Created;
  /** As `_c.ts` and `_c.creator`; like the members below, what another server of this protocol may leave out. */
  readonly created?: string;
  readonly createdBy?: ItemId;
  /** Last change, ISO 8601. */
  readonly updated: string;
  /** Who made it, if that is known and the reader may see that one. */
  readonly updatedBy?: ItemId;
  /** Label made from the type's title template, in the default language. */
  readonly $label: string;
  /** Only the label may be seen: no declared property is among these members. */
  readonly $labelOnly?: true;
  /** The variant of the item: its type. */
  readonly $v?: { readonly _t: string };
  /** Of the declarations that the answer follows, as in the API documents. */
  readonly $version?: string;
  /** Labels of related items that the caller may see, by id. */
  readonly $labels?: Readonly<Record<ItemId, string>>;
}

/** An item as the caller may see it. */
export type Item = ItemHeader & { readonly [property: string]: Json | undefined };

/** An item on its way to being answered, which nobody else holds yet: a copy of many values costs more than all the rest of reading. */
export type OwnItem = { -readonly [Name in keyof Item]: Item[Name] };

/** Declared properties only, as written by `create` and `update`. */
export type ItemProperties = Readonly<Record<string, Json>>;
