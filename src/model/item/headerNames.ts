// Names of the members that every item has on the wire in addition to its declared properties. The compiler imports this file, so it
// must not import anything that is generated.

import type { ItemHeader } from 'src/model/item/Item.ts';

/** Names that a declared property cannot have. */
export const HEADER_NAMES: ReadonlySet<string> = new Set<keyof ItemHeader>([
  '$id',
  'url',
  '_t',
  '_i',
  '_u',
  '_c',
  'created',
  'createdBy',
  'updated',
  'updatedBy',
  '$label',
  '$labels',
  '$labelOnly',
  '$v',
  '$version',
]);

/** Header names whose values are part of a push. The others never change or are members of the push itself. */
export const CHANGING_NAMES: ReadonlySet<string> = new Set<keyof ItemHeader>([
  'updated',
  'updatedBy',
  '$label',
  '$labels',
]);
