// A property for server and client: allowed values and meaning. Generated from `<Type>.schema.json`, never written by hand.

import type { Level } from 'src/model/access/levels.ts';
import type { PropertyKind } from 'src/model/generated/kindNames.ts';

/** `x-rel`. `to` contains item types, `$owner` for the registry's owner type, or `*` for any type. */
export interface Relation {
  readonly to: readonly string[];
  readonly inverse?: string;
  readonly ordered?: boolean;
  /** True when no cycle of this relation is allowed. */
  readonly acyclic?: boolean;
  /** Path of a property of the item whose targets this relation cannot name. */
  readonly except?: string;
  /** Restricts the choice to items with one of the values at each of these properties. */
  readonly only?: Readonly<Record<string, readonly string[]>>;
  /** Restricts the choice to readers of the item; compiled from `mustRead`. */
  readonly readers?: boolean;
  readonly onDelete: 'restrict' | 'null' | 'cascade' | 'keep';
}

/** `x-list`. `owner` is a path to the owning item, or `system`. */
export interface ListRef {
  readonly list: string;
  readonly owner: string;
  readonly other?: boolean;
}

/**
 * `x-belongs`: the property `by` of each chosen item must name one of the items at the property `to` of this item. Both are required unless
 * `optional`. People with a blocked account cannot be chosen.
 */
export interface Belonging {
  readonly by: string;
  readonly to?: string;
  readonly optional?: boolean;
}

/** `x-computed`. `by` names a registered function; `clock` values are computed at query time and never stored. */
export interface Computed {
  readonly by: string;
  readonly from: readonly string[];
  readonly clock?: boolean;
}

/**
 * `x-count`: number of related items that the reader may see. Without `type` it counts the targets of the item's relation at `path`; with
 * it, the items of that type whose relation at `path` names this one. Computed for each reader, never stored.
 */
export interface CountRule {
  readonly type?: string;
  readonly path: string;
  /** Relation of the counted items: those whose related item names this one at `path` count, too. */
  readonly through?: string;
}

export interface GeoRule {
  readonly kinds: readonly string[];
  /**
   * Readers of `level` get the exact geometry; other readers of the item get the cells of a grid that it touches, each `cell` degrees wide
   * and high. While the boolean property `exactIf` of the item is true, all its readers get the exact geometry.
   */
  readonly generalised?: { readonly level: Level; readonly cell: number; readonly exactIf?: string };
}

export interface FilesRule {
  /** Accepted file extensions. With them, the content of a file must match its extension. */
  readonly accept?: readonly string[];
  readonly kinds?: readonly string[];
  /** Maximum bytes of a file. */
  readonly maxSize?: number;
  /** Value list of the site for the `category` of each file. */
  readonly categories?: string;
}

export interface JsonRule {
  /** Maximum size as JSON in UTF-8. */
  readonly maxBytes: number;
}

export interface Property {
  readonly name: string;
  readonly kind: PropertyKind;
  /** True for an array of values. */
  readonly many: boolean;
  readonly required: boolean;
  /** `x-required`: required, except for administrators. */
  readonly requiredExceptAdmins?: true;
  /** `x-capability`: each value is one of the declared capabilities. */
  readonly capability?: true;
  /** `x-unversioned`: changes create no version of the item (rules/writeUnversioned.ts). */
  readonly unversioned?: true;
  /** `contentMediaType`: the text is Markdown. */
  readonly markdown?: true;
  /** `x-reads`: shows a media type as a kind of file, a number of bytes as a size, or the key of a kind of import as its name. */
  readonly reads?: 'mediaType' | 'fileSize' | 'importKind';
  /** `x-after`: property of the same kind that contains the start of this end. */
  readonly after?: string;
  readonly readOnly: boolean;
  /** Value that the server sets when it is absent on create. */
  readonly default?: unknown;
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  /** Key of the message `errors.pattern.{key}`, which explains the form that the pattern requires. */
  readonly patternKey?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** Keys of an `enum` property, in order. Labels are messages `types.{Type}.enum.{property}.{KEY}`. */
  readonly values?: readonly string[];
  readonly level?: Level;
  readonly rel?: Relation;
  readonly belongs?: Belonging;
  readonly list?: ListRef;
  readonly computed?: Computed;
  readonly count?: CountRule;
  readonly geo?: GeoRule;
  readonly files?: FilesRule;
  readonly json?: JsonRule;
  /** Members of an `object` property. */
  readonly properties?: Readonly<Record<string, Property>>;
}
