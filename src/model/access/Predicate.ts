// The closed language in which server.json says who may do what. Reading is declared by principals instead. compilePredicate
// (server/access/actions/predicates.ts) compiles it; tests/access/predicates compares that with an independent evaluator.

import type { Level } from 'src/model/access/levels.ts';
import type { Json } from 'src/model/item/Item.ts';

/** Dotted path of the item's own properties, or `$user.id`, `$user.owners`, `$now` as a value. */
export type Path = string;

/** Caller in relation to the item. `ownerAdmin` is an administrator of the owner; `self` means that the item is the caller's User item. */
export type PrincipalName = 'everyone' | 'signedIn' | 'creator' | 'self' | 'ownerMember' | 'ownerAdmin';

export type Predicate =
  | { readonly all: readonly Predicate[] }
  | { readonly any: readonly Predicate[] }
  | { readonly not: Predicate }
  | { readonly eq: readonly [Path, Json] }
  | { readonly in: readonly [Path, readonly Json[]] }
  | { readonly lt: readonly [Path, Json] }
  | { readonly gt: readonly [Path, Json] }
  /** True when the array at the path contains the value. */
  | { readonly has: readonly [Path, Json] }
  | { readonly empty: Path }
  /** True when the caller reads at least this level in the item's owner. */
  | { readonly level: Level }
  /** True when the caller has the capability in the item's owner, or with `anywhere` in any owner or the site. */
  | { readonly cap: string; readonly anywhere?: boolean }
  | { readonly principal: PrincipalName }
  /** True when the predicate holds for the item behind a relation (one hop). */
  | { readonly via: { readonly rel: Path; readonly where: Predicate } }
  /**
   * True when the caller may do the action with the item behind a relation, by its own rules or by a grant on it. One hop: a rule there
   * that follows a relation itself does not count. Used for rights, not for events.
   */
  | { readonly may: { readonly action: string; readonly rel: Path } }
  /** True on a dedicated installation. Replaced when the server starts (siteRegistry). */
  | { readonly site: 'dedicated' }
  /** True on an installation that uses the capability. Replaced when the server starts (siteRegistry). */
  | { readonly uses: string }
  /** The `administer` predicate of the value list named at the path. Replaced when the declarations are compiled. */
  | { readonly listRight: Path }
  /** Predicate that the domain registers under this name. */
  | { readonly fn: string };
