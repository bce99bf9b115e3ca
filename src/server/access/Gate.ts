// The gate: what one subject may read, as a mask over acl ids. Every channel that shows or counts anything carries it.
// Made by access/createGates.ts; cached per set of principals; grown when new acls appear.

import type { Subject } from 'src/model/access/Subject.ts';

export interface Gate {
  readonly subject: Subject;
  /** Interned principals of the subject. */
  readonly principals: readonly number[];
  /**
   * Bit n (byte n >> 3, bit n & 7, as PostgreSQL's get_bit counts) is set when acl n is readable. For an admin every bit is set.
   * The last bit stands for every acl beyond it. Pass as a bytea parameter to the condition of access/readable.ts.
   */
  readonly mask: Buffer;
  /** Acls at or beyond this number are unknown to the mask and count as hidden (admins: as visible). */
  readonly known: number;
  canRead(acl: number): boolean;
}

export interface Gates {
  /** The gate of a subject, with every acl known to this process. It grows by itself when further acls are learned. */
  gateFor(subject: Subject): Promise<Gate>;
  /** Told of new acl ids by this process's writes and by the change feed; learns them in the background. */
  noteAcl(acl: number): void;
  /** As noteAcl, and resolves when every gate judges these acls rightly: the feed awaits it before it tests receivers. */
  learn(acls: readonly number[]): Promise<void>;
  /** Interns principals as readers; returns the acl id, which every gate of this process then knows. */
  aclFor(readers: readonly string[]): Promise<number>;
  /** Interned numbers of principal keys, made when new. */
  principalIds(keys: readonly string[]): Promise<number[]>;
}
