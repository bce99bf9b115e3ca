// What only the server knows of a type: compiled from `<Type>.server.json`. Never shipped to a browser.

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

export interface EventRule {
  readonly on: 'create' | 'update' | 'delete';
  readonly paths?: readonly Path[];
  readonly kind: string;
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
  readonly value?: unknown;
  readonly note?: string;
}

export interface TypeServer {
  readonly access: TypeAccess;
  readonly search: TypeSearch;
  readonly events: readonly EventRule[];
  readonly history: { readonly keep: boolean; readonly redact: readonly Path[] };
  /** Ids of registered functions. */
  readonly rules: {
    readonly validate: readonly string[];
    readonly beforeSave: readonly string[];
    readonly afterCommit: readonly string[];
  };
  readonly migrate: readonly Migration[];
}
