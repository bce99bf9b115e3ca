// What two may both read, as one read filter: for showing somebody how an item looks to another without showing anything beyond their own.

import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';

/** The last bit of a mask stands for every acl beyond it. */
const byteAt = (mask: Buffer, at: number): number => {
  const last = mask.at(-1) ?? 0;
  return mask[at] ?? ((last & 0x80) === 0 ? 0 : 0xff);
};

/** Asked for by the subject of the first, in whose name reads are recorded. The second must be no administrator's. */
export const commonFilter = (own: ReadFilter, other: ReadFilter): ReadFilter => ({
  subject: own.subject,
  principals: other.principals,
  mask: Buffer.from(other.mask.map((byte, at) => byte & byteAt(own.mask, at))),
  known: Math.min(own.known, other.known),
  canRead: (acl) => own.canRead(acl) && other.canRead(acl),
});
