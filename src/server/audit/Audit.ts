// The record of who was shown what is PRIVATE. The item store and the pushes write it, before what they show leaves; the trail
// (`act/auditTrail`) and the export read it. Nothing changes or removes an entry.

import type { Subject } from 'src/model/access/Subject.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import type { Queryable } from 'src/server/store/Database.ts';

/** The name on the wire by which something is shown: an operation, `act/{action}`, a push or a door. Undefined: it is looked at, not shown. */
export type Through = string | undefined;

/** One version of an item that holds something PRIVATE, and to whom it is about to be shown. */
export interface Shown {
  readonly subject: Subject;
  readonly id: ItemId;
  readonly u: number;
}

export interface AuditEntry {
  /** Later entries have larger numbers. */
  readonly entry: number;
  readonly at: string;
  /** Whoever did it: the administrator under a masquerade; null for a visitor. */
  readonly by: ItemId | null;
  /** As whom, under a masquerade. */
  readonly asUser: ItemId | null;
  readonly session: string | null;
  readonly through: string;
  readonly $id: ItemId;
  readonly _u: number;
  /** Owner items at that moment, or `system`. */
  readonly owners: readonly string[];
}

export interface Audit {
  /**
   * Durable when it resolves, whatever becomes of the caller's transaction; when it fails, nothing may be shown. What the same
   * session was shown of the same version in the same way a short while ago is not written again.
   */
  record(through: string, shown: readonly Shown[]): Promise<void>;
  /** What was shown of these items, newest first, older than the entry `before`. */
  trail(
    db: Queryable,
    ids: readonly ItemId[],
    page: { readonly before: number | undefined; readonly max: number },
  ): Promise<{ readonly entries: readonly AuditEntry[]; readonly more: boolean }>;
  /** Everything, or what an owner owned at the time, oldest first. */
  all(owner: ItemId | undefined): AsyncIterable<AuditEntry>;
}
