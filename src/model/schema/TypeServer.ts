// What only the server knows of a type: compiled from `<Type>.server.json`. Never shipped to a browser.

import type { Level } from 'src/model/access/levels.ts';
import type { Path, Predicate } from 'src/model/access/Predicate.ts';
import type { ReadAccess } from 'src/model/schema/ReadAccess.ts';

export interface TypeAccess {
  readonly read: ReadAccess;
  /** Every declared verb but read: create, update, delete, and named ones such as `PRIVATE.read`, `invite`. */
  readonly actions: Readonly<Record<string, Predicate>>;
  /** Properties that need more than `update`: a change of one is refused unless its predicate holds too. */
  readonly writable?: Readonly<Record<string, Predicate>>;
}

export type SearchWeight = 'A' | 'B' | 'C' | 'D';

export interface TypeSearch {
  readonly weights: Readonly<Record<Path, SearchWeight>>;
  /** Matched as a whole, folded, without stemming (call numbers, codes). */
  readonly exact: readonly Path[];
  readonly excludeGeneralSearch: boolean;
  readonly suggest: boolean;
}

/** By mail: at once, in the daily digest, or not at all. The bell has every notice. */
export type DeliveryMode = 'IMMEDIATE' | 'DIGEST' | 'NONE';

/** What of an item is worth a notice, and who gets it. */
export interface EventNotice {
  readonly kind: string;
  /** `watchers`, `creator`, `owner` (who administers it), `capability:X` (of the owner), `actor` (who caused it), or a path to people. */
  readonly notify: readonly string[];
  /** The same words. They are used where `notify` finds no person who may read the event. */
  readonly otherwise?: readonly string[];
  /** For who has chosen nothing. */
  readonly mode: DeliveryMode;
  /** For the record: never swept. */
  readonly keep?: true;
  /** Kinds declared before it: who is notified of one of them by the same save is not notified of this one. */
  readonly unless?: readonly string[];
  /**
   * For transitions. A person who is notified of an event of one of these kinds gets no notice of this event, if the same transaction wrote
   * both about the same item or about the item that it belongs to.
   */
  readonly yieldsTo?: readonly string[];
}

/** An event that a change of the item is, or a day that one of its dates names; `alert`: one that the engine finds out by itself. */
export interface EventRule extends EventNotice {
  readonly on: 'create' | 'update' | 'delete' | 'restore' | 'due' | 'alert';
  /** Of an update: only where one of these changed. Of a day: the date. */
  readonly paths?: readonly Path[];
  /** Of a day: so many days after the date; before it, where negative. */
  readonly days?: number;
  /** Holds for the item as it is after the change. */
  readonly when?: Predicate;
  /** It follows from what was done to the item that the event belongs to, and the reason that it gives was given there. */
  readonly follows?: true;
}

/** The event that an action is; `notify` may also name `to`, the people that the action addresses. */
export interface ActionEvent extends EventNotice {
  /** Readable by those alone who read this level of the item. */
  readonly level: Level;
}

export type MigrationOperation = 'rename' | 'retype' | 'split' | 'drop' | 'list-map' | 'enum-map' | 'backfill';

export interface Migration {
  readonly op: MigrationOperation;
  readonly from?: Path;
  readonly to?: Path;
  readonly path?: Path;
  readonly paths?: readonly Path[];
  readonly list?: string;
  /** Old key to new key; null for a key that is dropped. */
  readonly map?: Readonly<Record<string, string | null>>;
  /** Id of a registered function. */
  readonly by?: string;
  /** Items of this type that name the migrated item at this path: the function receives their properties. */
  readonly namedBy?: { readonly type: string; readonly path: Path };
  readonly value?: unknown;
  readonly note?: string;
}

/** People are invited to such items by email: the paths of what an invitation says, and of the people. See server/invitations. */
export interface InvitationPaths {
  readonly day: Path;
  readonly start?: Path;
  readonly end?: Path;
  readonly place?: Path;
  /** What people read who may not read the item. */
  readonly title: Path;
  readonly organiser: Path;
  readonly people: readonly Path[];
  readonly cancelled: Path;
}

export interface TypeServer {
  readonly access: TypeAccess;
  /** A relation: whoever locks the item for a change has locked the one behind it first. */
  readonly lockFirst?: string;
  /** Relations to people, of whom nobody can be named from now on who may not read the item. */
  readonly mustRead?: readonly string[];
  readonly search: TypeSearch;
  readonly events: readonly EventRule[];
  /** The item that events belong to beside the item itself: `$self`, or what the item at this relation says. */
  readonly project?: Path;
  /** Properties that the email of an event names: see noticeFacts.ts. */
  readonly facts?: readonly string[];
  /** Where the files of its items stand in a zip: see zipPath.ts. */
  readonly zipPath?: string;
  readonly invitation?: InvitationPaths;
  readonly history: { readonly keep: boolean; readonly redact: readonly Path[] };
  /** Ids of registered functions. */
  readonly rules: {
    readonly validate: readonly string[];
    readonly beforeSave: readonly string[];
    readonly afterCommit: readonly string[];
  };
  readonly migrate: readonly Migration[];
}
