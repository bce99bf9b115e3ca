// The closed language in which server.json says who may do what (all verbs but read, which is principals).
// compilePredicate (server/access/actions/predicates.ts) gives it effect; tests/access/predicates compares that with an independent evaluator.

import type { Level } from 'src/model/access/levels.ts';
import type { Json } from 'src/model/item/Item.ts';

/** Dotted path over the item's own properties, or `$user.id`, `$user.owners`, `$now` on the value side. */
export type Path = string;

/** Who, in relation to the item at hand. `ownerAdmin`: administrator of the owner; `self`: the item is the user's own User item. */
export type PrincipalName = 'everyone' | 'signedIn' | 'creator' | 'self' | 'ownerMember' | 'ownerAdmin';

export type Predicate =
  | { readonly all: readonly Predicate[] }
  | { readonly any: readonly Predicate[] }
  | { readonly not: Predicate }
  | { readonly eq: readonly [Path, Json] }
  | { readonly in: readonly [Path, readonly Json[]] }
  | { readonly lt: readonly [Path, Json] }
  | { readonly gt: readonly [Path, Json] }
  /** The array at the path holds the value. */
  | { readonly has: readonly [Path, Json] }
  | { readonly empty: Path }
  /** The caller reads the item's owner at least at this level. */
  | { readonly level: Level }
  /** The caller has the capability in the item's owner, or (with `anywhere`) in any owner or the site. */
  | { readonly cap: string; readonly anywhere?: boolean }
  | { readonly principal: PrincipalName }
  /** The predicate holds for the item behind a relation (one hop). */
  | { readonly via: { readonly rel: Path; readonly where: Predicate } }
  /**
   * The caller may do the action with the item behind a relation: by its own rules, or by what was granted on it. One hop: a rule there
   * that looks behind a relation itself does not hold here. Only where somebody asks: rights, not events.
   */
  | { readonly may: { readonly action: string; readonly rel: Path } }
  /** This installation is dedicated. Settled when the server starts (siteRegistry). */
  | { readonly site: 'dedicated' }
  /** What the value list named at the path declares as its `administer`. Settled when the declarations are compiled. */
  | { readonly listRight: Path }
  /** A predicate that the domain registers under this name. */
  | { readonly fn: string };
