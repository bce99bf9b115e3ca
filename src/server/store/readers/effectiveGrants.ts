// Decides which grants count. A grant gives at most what its granter holds by own right now, and nothing when the granter was deleted or
// blocked. Called by readersOf for reading, and by createActionRights for all other verbs.

import { levelRank, type Level, isLevel } from 'src/model/access/levels.ts';
import { principalsOf } from 'src/model/access/principalsOf.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { subjectFrom } from 'src/server/store/readers/subjectFrom.ts';

/** Rights that cannot be granted, because they belong to the owner of the item. */
const NEVER_GRANTED: ReadonlySet<string> = new Set(['create', 'delete']);

export const isGrantable = (action: string): boolean => !NEVER_GRANTED.has(action);

/** A grant of a granter who still has an account. */
export interface EffectiveGrant {
  /** Principal key of the grantee. */
  readonly key: string;
  readonly actions: readonly string[];
  readonly granter: { readonly id: ItemId; readonly admin: boolean; readonly principals: ReadonlySet<string> };
}

export const granterFrom = (
  userId: ItemId,
  user: Readonly<Record<string, Json>>,
  now: Date,
): EffectiveGrant['granter'] | undefined => {
  const subject = subjectFrom(userId, user, { now });
  return subject && { id: userId, admin: subject.admin, principals: new Set(principalsOf(subject)) };
};

const opens = (actions: readonly string[], level: Level, own: Level): boolean =>
  actions.some((action) => {
    if (action === 'read') return levelRank(level) <= levelRank(own);
    const [upTo, verb] = action.split('.');
    return verb === 'read' && isLevel(upTo) && levelRank(level) <= Math.max(levelRank(upTo), levelRank(own));
  });

/** Principal key that reads by a grant, with its granter. */
export interface Grantee {
  readonly key: string;
  readonly by: ItemId;
}

/** Returns who reads `level` of an item of level `own` by grants. `readers` are those who read it without. */
export const granteesOf = (
  grants: readonly EffectiveGrant[],
  { level, own, readers }: { readonly level: Level; readonly own: Level; readonly readers: readonly string[] },
): Grantee[] =>
  grants
    .filter(({ actions }) => opens(actions, level, own))
    .filter(({ granter }) => granter.admin || readers.some((key) => granter.principals.has(key)))
    .map(({ key, granter }) => ({ key, by: granter.id }));
