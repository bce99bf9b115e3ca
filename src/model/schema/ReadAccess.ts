// Declared readers of an item type. The server evaluates it; the client only explains it to people.

import type { Level } from 'src/model/access/levels.ts';
import type { Path } from 'src/model/access/Predicate.ts';

/**
 * Readers of a type, as principals. `owner`: path of the relation to the owner item; `$self` when the item is itself an
 * owner; absent: the item belongs to the site. `level`: path of a level property or a constant. `follows`: the relation
 * to the record whose level a new item takes when it has none of its own. `inherit`: path of a relation; the readers of
 * the related item may read this item (an attachment and its parent), in addition to its own `readers`.
 * `inheritAtLeast`: limits the readers of the related item to those who read its owner at this level. `inheritLevelOf`:
 * path of the name of the related item's property that lists this one; only its readers are included. `readers`:
 * further principals: `creator`, `signedIn`, `everyone`, `user:{path}` (the user at the path), `cap:{Capability}` (that
 * capability in the owner), `ownerOf:{path}:{LEVEL}` (readers of another related owner at that level). `limitedBy`:
 * relations to items that limit the readers of this one. `limits`: how an item limits those that name it so; they have at
 * least its level, and only administrators read them while its value at `open.path` is not one of `open.in`.
 */
export type ReadAccess = {
  readonly owner?: Path;
  readonly level: { readonly path: Path; readonly default: Level; readonly follows?: Path } | { readonly const: Level };
  readonly inherit?: Path;
  readonly inheritAtLeast?: Level;
  readonly inheritLevelOf?: Path;
  readonly limits?: { readonly level: Path; readonly open: { readonly path: Path; readonly in: readonly string[] } };
  readonly limitedBy?: readonly Path[];
  readonly readers: readonly string[];
};
