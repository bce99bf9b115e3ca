// How a value of each kind takes its place on a page: in a line of values, in the reading view, in a table, in a form.
// The component that shows it is in kinds.tsx. A new kind does not compile before it has a line here.

import type { PropertyKind } from 'src/model/generated/kindNames.ts';

interface KindLook {
  /** Several read well one after the other on a line. */
  readonly inline?: true;
  /** Takes the whole width of the reading view. */
  readonly wide?: true;
  /** Needs a wide column of a table. */
  readonly wideColumn?: true;
  /** Its field is made of several controls, so its name belongs to a group. */
  readonly group?: true;
}

export const KIND_LOOKS: Readonly<Record<PropertyKind, KindLook>> = {
  text: { inline: true, wideColumn: true },
  longText: { wide: true, wideColumn: true },
  translated: { wideColumn: true, group: true },
  language: { wideColumn: true },
  integer: { inline: true },
  number: { inline: true },
  boolean: {},
  date: {},
  dateTime: {},
  time: {},
  partialDate: {},
  enum: { inline: true },
  list: { inline: true },
  level: { inline: true },
  relation: { inline: true, wideColumn: true },
  email: {},
  phone: {},
  url: {},
  color: {},
  geometry: { wide: true, group: true },
  files: { wide: true, group: true },
  object: { wide: true, wideColumn: true },
};
