// A property as the compiler hands it to both worlds: what may stand in it and what it means.
// Filled by codegen from `<Type>.schema.json`; never written by hand.

import type { Level } from 'src/model/access/levels.ts';
import type { PropertyKind } from 'src/model/generated/kindNames.ts';

/** `x-rel`. `to` names item types; `$owner` stands for the registry's owner type; `*` for any type. */
export interface Relation {
  readonly to: readonly string[];
  readonly inverse?: string;
  readonly ordered?: boolean;
  /** From no item this relation leads back to it, over any number of others. */
  readonly acyclic?: boolean;
  /** Path of a property of the item whose targets this relation does not name again. */
  readonly except?: string;
  /** Only items with one of the values at each of these own properties are offered. */
  readonly only?: Readonly<Record<string, readonly string[]>>;
  /** Only people who may read the item are offered; compiled from `mustRead`. */
  readonly readers?: boolean;
  readonly onDelete: 'restrict' | 'null' | 'cascade' | 'keep';
}

/** `x-list`: `owner` is a path to the owning item, or `system`. */
export interface ListRef {
  readonly list: string;
  readonly owner: string;
  readonly other?: boolean;
}

/**
 * `x-belongs`: each chosen item belongs, by its own property `by`, to one of the items at the property `to` beside this one. Both are
 * required unless `optional`. Who has a blocked account cannot be chosen.
 */
export interface Belonging {
  readonly by: string;
  readonly to?: string;
  readonly optional?: boolean;
}

/** `x-computed`: `by` names a registered function; `clock` values are worked out at query time and never stored. */
export interface Computed {
  readonly by: string;
  readonly from: readonly string[];
  readonly clock?: boolean;
}

/**
 * `x-count`: how many related items the reader may see. Without `type`, those that the item's own relation at `path` names; with it, the
 * items of that type whose relation at `path` names this one. Worked out for each reader, never stored.
 */
export interface CountRule {
  readonly type?: string;
  readonly path: string;
}

export interface GeoRule {
  readonly kinds: readonly string[];
  /**
   * The true geometry is for readers of `level` alone; who reads the item without it is given the cells of a grid that it lies in, each
   * `cell` degrees wide and high.
   */
  readonly generalised?: { readonly level: Level; readonly cell: number };
}

export interface FilesRule {
  /** Endings of names. With them, the content of a file has to be what its ending says. */
  readonly accept?: readonly string[];
  readonly kinds?: readonly string[];
  /** Bytes per file. */
  readonly maxSize?: number;
  /** The value list of the site from which each file has its `category`. */
  readonly categories?: string;
}

export interface Property {
  readonly name: string;
  readonly kind: PropertyKind;
  /** An array of values of the kind. */
  readonly many: boolean;
  readonly required: boolean;
  /** `x-required`: an administrator may leave it out, nobody else. */
  readonly requiredExceptAdmins?: true;
  /** `x-capability`: each value is one of the declared capabilities. */
  readonly capability?: true;
  /** `x-unversioned`: the server keeps it without a version of the item (rules/writeUnversioned.ts). */
  readonly unversioned?: true;
  /** `contentMediaType`: the text is Markdown. */
  readonly markdown?: true;
  /** `x-reads`: a media type is read as a kind of file, a number of bytes as a size. */
  readonly reads?: 'mediaType' | 'fileSize';
  /** `x-after`: the property of the same kind that this one is the end of. */
  readonly after?: string;
  readonly readOnly: boolean;
  /** Set by the server from `default` when absent on create. */
  readonly default?: unknown;
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  /** The message `errors.pattern.{key}` says which form the pattern asks for. */
  readonly patternKey?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** Keys of an `enum` property, in order; labels are messages `types.{Type}.enum.{property}.{KEY}`. */
  readonly values?: readonly string[];
  readonly level?: Level;
  readonly rel?: Relation;
  readonly belongs?: Belonging;
  readonly list?: ListRef;
  readonly computed?: Computed;
  readonly count?: CountRule;
  readonly geo?: GeoRule;
  readonly files?: FilesRule;
  /** Members of an `object` property. */
  readonly properties?: Readonly<Record<string, Property>>;
}
