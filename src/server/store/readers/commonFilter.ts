// Read filter of what two subjects may both read, for showing a person how an item looks to another without showing more than their own.

import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';

/** The last bit of a mask represents every acl beyond it. */
const byteAt = (mask: Buffer, at: number): number => {
  const last = mask.at(-1) ?? 0;
  return mask[at] ?? ((last & 0x80) === 0 ? 0 : 0xff);
};

/** Intersects two filters. Reads are recorded in the name of the first subject. The second must not be an administrator. */
export const commonFilter = (own: ReadFilter, other: ReadFilter): ReadFilter => ({
  subject: own.subject,
  principals: other.principals,
  mask: Buffer.from(other.mask.map((byte, at) => byte & byteAt(own.mask, at))),
  known: Math.min(own.known, other.known),
  canRead: (acl) => own.canRead(acl) && other.canRead(acl),
});
