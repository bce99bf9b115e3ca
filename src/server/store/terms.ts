// The convention of terms and words: what of an item is found by. store/ writes them, search/ looks them up; nobody else.
//
// A term is an interned pair (prop, val) in table `term`; the ids stand in `item.fv`, or in `item_level.fv` for a property
// that only the readers of a stricter level may see. Terms are shared by all types: `state` = ACTIVE is one term.
//   prop  the property path inside one item (`state`, `size.height`, `parts.name`); never a path over a relation, which is a sub-query
//   val   the value as text: an id for a relation, the key for SEL, LIST and LEVEL, `true` or `false` for BOOL,
//         the text as typed for TERM (translated text: in the default language)
// A property has terms when it is a relation or files (so that every reverse look-up works), a facet other than RANGE, or a
// filter that is no number, date or time: those are `sk` values. Beside them every item has the base terms below.
// Clock values (`x-computed` with `clock`) have no term: their steps stand in `sk`, see store/sortValues.ts.

import { textInDefaultLanguage } from 'src/model/text/translated.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { PropertyKind } from 'src/model/schema/Property.ts';

/** Every item: who created it, `createdBy` = `User-3`. */
export const CREATED_BY = 'createdBy';
/** Every item: its visibility, `visibility` = `COMMUNITY`. */
export const VISIBILITY = 'visibility';

const LONGEST_VALUE = 200;

/** `val` of a value, undefined for one that makes no term. Queries use the same function. */
export const termValue = (kind: PropertyKind, value: Json): string | undefined => {
  if (typeof value === 'boolean' || typeof value === 'number') return String(value);
  if (kind === 'translated') return textInDefaultLanguage(value)?.slice(0, LONGEST_VALUE);
  return typeof value === 'string' && value !== '' ? value.slice(0, LONGEST_VALUE) : undefined;
};
