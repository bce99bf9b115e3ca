// Server part of a type, compiled from `<Type>.server.json`. Never sent to a browser.

import type { Level } from 'src/model/access/levels.ts';
import type { Path, Predicate } from 'src/model/access/Predicate.ts';
import type { ReadAccess } from 'src/model/schema/ReadAccess.ts';
import type { TypeExports } from 'src/model/schema/TypeExports.ts';

export interface TypeAccess {
  readonly read: ReadAccess;
  /** All declared verbs except read: create, update, delete, and named ones such as `PRIVATE.read`, `invite`. */
  readonly actions: Readonly<Record<string, Predicate>>;
  /** True if only the server writes and deletes the items. */
  readonly sealed?: boolean;
  /** True if the items belong to one person's use of the site. The list of private reads shows reads of them on request. */
  readonly personal?: boolean;
  /** Properties with an additional condition for a change. */
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

/** Delivery by email: immediately, in the daily digest, or never. The bell shows every notice. */
export type DeliveryMode = 'IMMEDIATE' | 'DIGEST' | 'NONE';

/** Event that notifies people, with its recipients. */
export interface EventNotice {
  readonly kind: string;
  /**
   * `watchers`, `creator`, `owner` (its administrators), `capability:X` (in the owner), `actor` (the author of the event), or a path to
   * people.
   */
  readonly notify: readonly string[];
  /** Recipients in the same words, used when `notify` yields no person who may read the event. */
  readonly otherwise?: readonly string[];
  /** Mode for people without a choice. */
  readonly mode: DeliveryMode;
  /** True for events that are never deleted. */
  readonly keep?: true;
  /** Kinds declared before it: people who are notified of one of these by the same save are not notified of this one. */
  readonly unless?: readonly string[];
  /**
   * Kinds of events to which a transition's event yields: a person who is notified of one of them gets no notice of this event, if the same
   * transaction wrote both about the same item or about the item that it belongs to.
   */
  readonly yieldsTo?: readonly string[];
}

/** Event of a change of the item, or of a date property; `alert` is detected by the engine. */
export interface EventRule extends EventNotice {
  readonly on: 'create' | 'update' | 'delete' | 'restore' | 'due' | 'alert';
  /**
   * Paths that select the event: on an update one of these properties must have changed; on a date it is the path of
   * the date.
   */
  readonly paths?: readonly Path[];
  /** Days after the date; negative for days before it. */
  readonly days?: number;
  /** Condition on the item after the change. */
  readonly when?: Predicate;
  /** True when the event follows from a change of the item that it belongs to, where the reason was given. */
  readonly follows?: true;
}

/** Event of an action. `notify` may also contain `to`, the people that the action addresses. */
export interface ActionEvent extends EventNotice {
  /** Level of the item that its readers must read. */
  readonly level: Level;
}

export type MigrationOperation = 'rename' | 'retype' | 'split' | 'drop' | 'list-map' | 'enum-map' | 'backfill';

/** Rule by which a record of the site gets an owner. */
export interface OwnerRule {
  /** Capability of the people who create such records. */
  readonly capability: string;
  /** An owner with one of these values at each path keeps all records if there is no other one. */
  readonly only?: Readonly<Record<string, readonly string[]>>;
}

export interface Migration {
  readonly op: MigrationOperation;
  readonly from?: Path;
  readonly to?: Path;
  readonly path?: Path;
  readonly paths?: readonly Path[];
  readonly list?: string;
  /** Old key to new key; null for a removed key. */
  readonly map?: Readonly<Record<string, string | null>>;
  /** Id of a registered function. */
  readonly by?: string;
  /** Items of this type that name the migrated item at this path: the function receives their properties. */
  readonly namedBy?: { readonly type: string; readonly path: Path };
  /** Chooses the owner that keeps the record: see chooseOwner.ts. */
  readonly ownerRule?: OwnerRule;
  readonly value?: unknown;
  readonly note?: string;
}

/** Invitations to such items by email: paths of their contents and of the people. See server/invitations. */
export interface InvitationPaths {
  readonly day: Path;
  readonly start?: Path;
  readonly end?: Path;
  readonly place?: Path;
  /** Title for people who may not read the item. */
  readonly title: Path;
  readonly organiser: Path;
  readonly people: readonly Path[];
  readonly cancelled: Path;
}

export interface TypeServer {
  readonly access: TypeAccess;
  /** Relation to the item that is locked before this one. */
  readonly lockFirst?: string;
  /** Properties that repeat those of the same names of the item behind the relation `from`. */
  readonly copies?: { readonly from: string; readonly properties: readonly string[] };
  /** Relations to people who must be able to read the item. */
  readonly mustRead?: readonly string[];
  /** Relations to files whose bytes are withheld from readers who may not read all items that name the file there. */
  readonly withholds?: readonly string[];
  /** Uses that an item permits of what it limits: the property with them, the use that is permitted where it has none, and the last day. */
  readonly permits?: { readonly uses: Path; readonly usual: string; readonly until?: Path };
  readonly search: TypeSearch;
  readonly events: readonly EventRule[];
  /** Item that events belong to in addition to this item: `$self`, or a relation to it. */
  readonly project?: Path;
  /** Properties in the email of an event: see noticeFacts.ts. */
  readonly facts?: readonly string[];
  /** Position of its items' files in a zip: see zipPath.ts. */
  readonly zipPath?: string;
  readonly invitation?: InvitationPaths;
  /** Properties that fill the fields of formats. */
  readonly exports?: TypeExports;
  readonly history: { readonly keep: boolean; readonly redact: readonly Path[] };
  /** Ids of registered functions. */
  readonly rules: {
    readonly validate: readonly string[];
    readonly beforeSave: readonly string[];
    readonly afterCommit: readonly string[];
  };
  readonly migrate: readonly Migration[];
}
