// Gives others a right on one item and revokes it. A grant gives the named verbs, but never the right to grant, to change owner or level,
// or to delete. Users cannot give a right that they do not hold themselves, and cannot grant to themselves. Called by the actions
// applyGrants and revokeGrants. People who may know of a grant see its granter by getGrantedBy, and its changes in the history.

import { deepEqual } from 'src/base/deepEqual.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { LEVELS } from 'src/model/access/levels.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { principalsOf } from 'src/model/access/principalsOf.ts';
import { SYSTEM_OWNER } from 'src/model/access/Subject.ts';
import type { InvalidEntry } from 'src/model/generated/wire.ts';
import { invalid, problem } from 'src/model/problems.ts';
import { APPLY_GRANTS } from 'src/server/access/actions/actionRights.ts';
import { refuseActing } from 'src/server/access/actions/refuseActing.ts';
import { isGrantable } from 'src/server/store/readers/effectiveGrants.ts';
import { administers } from 'src/server/access/actions/predicateValues.ts';
import type { RuleContext, RuleWriting } from 'src/server/rules/RuleNeeds.ts';
import type { Transaction } from 'src/server/store/database.ts';
import { grantKey, grantsByItem, grantsOn, removeGrant, setGrant, type GrantRow } from 'src/server/store/grantRows.ts';
import { writeMetadataOf } from 'src/server/rules/writeMetadata.ts';
import type { GrantsByGranter, HistoryPage, ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';

export interface Grant {
  /** Principal key: `user:User-5`, `owner:Shelf-1:COMMUNITY`, `cap:Library:Shelf-1`, `signedIn`, `everyone`. */
  readonly to: string;
  /** Verbs of the type, `read`, or `{LEVEL}.read`. An empty list revokes the caller's grants. */
  readonly actions: readonly string[];
}

interface Revocation {
  readonly to: string;
  readonly grantedBy: ItemId;
}

const MOST_GRANTS = 100;
const PRINCIPAL =
  /^(?:everyone|signedIn|user:(?<user>[^:]+)|owner:(?<owner>[^:]+):(?:COMMUNITY|PROTECTED|PRIVATE)|cap:(?<capability>[^:]+):(?<site>[^:]+))$/;
const LEVEL_READS: ReadonlySet<string> = new Set(LEVELS.map((level) => `${level}.read`));

const wrongTo = (index: number): InvalidEntry => ({ path: `/grants/${index}/to`, message: 'errors.invalidChoice' });

/** The item that a principal names; undefined when it names none, `null` when the words mean nothing. */
const namedBy = ({ services }: RuleContext, to: string): ItemId | null | undefined => {
  const { registry } = services;
  const match = PRINCIPAL.exec(to);
  if (!match) return null;
  const { user, owner = match.groups?.['site'], capability } = match.groups ?? {};
  if (user !== undefined) return isItemId(user) && user.startsWith(`${SYSTEM_TYPES.user}-`) ? user : null;
  if (capability !== undefined && !registry.capabilities.includes(capability)) return null;
  if (owner === undefined || owner === SYSTEM_OWNER) return undefined;
  return isItemId(owner) && owner.startsWith(`${registry.ownerType ?? ''}-`) ? owner : null;
};

/** People and groups must exist as far as the caller may see: a hidden one is refused as one that is not there. */
const strangerErrors = async (context: RuleContext, grants: readonly Grant[]): Promise<InvalidEntry[]> => {
  const named = grants.map(({ to, actions }) => (actions.length === 0 ? undefined : namedBy(context, to)));
  const ids = named.filter((id) => typeof id === 'string');
  const known = ids.length === 0 ? new Map() : await context.services.items.labels(context.db, context.readFilter, ids);
  return named.flatMap((id, index) => (id === null || (id !== undefined && !known.has(id)) ? [wrongTo(index)] : []));
};

const refuseMalformed = async (context: RuleContext, stored: StoredItem, grants: readonly Grant[]): Promise<void> => {
  const declared = context.services.registry.types[stored.type]?.server.access.actions ?? {};
  const known = (action: string): boolean =>
    isGrantable(action) && (action === 'read' || LEVEL_READS.has(action) || Object.hasOwn(declared, action));
  const actionErrors = grants.flatMap(({ actions }, index) =>
    actions.every(known) ? [] : [{ path: `/grants/${index}/actions`, message: 'errors.invalidChoice' }],
  );
  const errors = [...(await strangerErrors(context, grants)), ...actionErrors];
  if (errors.length > 0) throw invalid(errors);
};

/** Returns whether the caller may grant the action. A level can be granted by its readers, another right only by its holders. */
const mayGive = async (context: RuleContext, stored: StoredItem, action: string): Promise<boolean> => {
  const { services, readFilter, db } = context;
  const level = LEVEL_READS.has(action) ? LEVELS.find((each) => action === `${each}.read`) : undefined;
  if (readFilter.subject.admin) return true;
  if (level === undefined) return services.access.canByOwnRight(db, readFilter, stored, action);
  const held = new Set(principalsOf(readFilter.subject));
  return (await services.items.ownReaders(db, stored, level)).some((key) => held.has(key));
};

const refuseBeyondOwnRights = async (
  context: RuleContext,
  stored: StoredItem,
  grants: readonly Grant[],
): Promise<void> => {
  const { subject, services, readFilter, db } = context;
  const { userId } = subject;
  refuseActing(subject);
  const nonEmptyGrants = grants.filter(({ actions }) => actions.length > 0);
  // The caller can always revoke their own grants.
  if (nonEmptyGrants.length > 0 && !(await services.access.can(db, readFilter, stored, APPLY_GRANTS)))
    throw problem('notAllowed');
  if (nonEmptyGrants.some(({ to }) => to === `user:${userId}`)) throw problem('notAllowed');
  // Opening an item to the world or to the site is a change of its level, not a grant.
  if (!subject.admin && nonEmptyGrants.some(({ to }) => !to.startsWith('user:') && !to.startsWith('owner:')))
    throw problem('notAllowed');
  for (const action of new Set(nonEmptyGrants.flatMap(({ actions }) => actions))) {
    if (!(await mayGive(context, stored, action))) throw problem('notAllowed');
  }
};

const typeNumber = ({ services }: RuleContext, stored: StoredItem): number =>
  services.registry.types[stored.type]?.number ?? 0;

interface Setting extends Grant {
  readonly grantedBy: ItemId;
}

/** Returns the grants by granter, such as `read:user:User-5`. */
const byGranter = (rows: readonly GrantRow[]): Record<ItemId, string[]> => {
  const found: Record<ItemId, string[]> = {};
  for (const { grantedBy, actions, key } of rows)
    found[grantedBy] = [...(found[grantedBy] ?? []), ...actions.map((action) => `${action}:${key}`)];
  return found;
};

const isIn = (rows: readonly GrantRow[], row: GrantRow): boolean => rows.some((each) => deepEqual(each, row));

const set = async (
  context: RuleContext,
  tx: Transaction,
  stored: StoredItem,
  settings: readonly Setting[],
): Promise<void> => {
  const { services } = context;
  const item = { t: typeNumber(context, stored), i: stored.number };
  await services.readFilters.principalIds([
    ...new Set(settings.flatMap(({ to, actions }) => (actions.length > 0 ? [to] : []))),
  ]);
  const before = await grantsOn(tx, [item]);
  for (const { to, actions, grantedBy } of settings) {
    if (actions.length === 0) await removeGrant(tx, { ...item, to, grantedBy });
    else await setGrant(tx, { ...item, to, grantedBy, actions: [...new Set(actions)].sort() });
  }
  const after = await grantsOn(tx, [item]);
  // Fewer are always allowed, also where there are too many.
  if (after.length > MOST_GRANTS && after.length > before.length)
    throw invalid([{ path: '/grants', message: 'errors.array.max', params: { max: MOST_GRANTS } }]);
  const taken = before.filter((row) => !isIn(after, row));
  const addedGrants = after.filter((row) => !isIn(before, row));
  if (taken.length + addedGrants.length === 0) return;
  const change = { taken: byGranter(taken), given: byGranter(addedGrants) };
  await services.items.noteGrants(tx, stored, change, writeMetadataOf(context));
  await services.items.refreshReaders(tx, stored);
};

/** Sets what the caller grants on the item. Throws `notFound`, `notAllowed` or `invalid`. */
export const applyGrants = async (context: RuleWriting, id: ItemId, grants: readonly Grant[]): Promise<void> => {
  const { services, readFilter, tx, subject } = context;
  const { userId } = subject;
  if (userId === undefined) throw problem('notAllowed');
  const stored = await services.access.visible(tx, readFilter, id, true);
  await refuseMalformed(context, stored, grants);
  await refuseBeyondOwnRights(context, stored, grants);
  await set(
    context,
    tx,
    stored,
    grants.map((grant) => ({ ...grant, grantedBy: userId })),
  );
};

/** Revokes grants: all of them if the caller administers the owner of the item, else those that the caller gave. */
export const revokeGrants = async (context: RuleWriting, id: ItemId, revoked: readonly Revocation[]): Promise<void> => {
  const { services, readFilter, tx, subject } = context;
  refuseActing(subject);
  if (subject.userId === undefined) throw problem('notAllowed');
  const stored = await services.access.visible(tx, readFilter, id, true);
  const own = revoked.every(({ grantedBy }) => grantedBy === subject.userId);
  if (!own && !administers(subject, stored.owners)) throw problem('notAllowed');
  await set(
    context,
    tx,
    stored,
    revoked.map((each) => ({ ...each, actions: [] })),
  );
};

/** Returns the grants on each item that the caller may know of, by granter. */
const knownGrants = async (
  { services, db, readFilter, subject }: RuleContext,
  found: readonly StoredItem[],
): Promise<(stored: StoredItem) => (grants: GrantsByGranter) => GrantsByGranter> => {
  const open = found.filter(({ owners }) => !administers(subject, owners));
  const updatable = await services.access.withOwnRight(db, readFilter, open, 'update');
  const mine = new Set(principalsOf(subject));
  return (stored) => (grants) => {
    if (administers(subject, stored.owners) || updatable.has(stored)) return grants;
    const known = Object.entries(grants).map(([by, all]): [ItemId, readonly string[]] => [
      by,
      by === subject.userId ? all : all.filter((each) => mine.has(each.slice(each.indexOf(':') + 1))),
    ]);
    return Object.fromEntries(known.filter(([, all]) => all.length > 0));
  };
};

/**
 * The grants on items that the caller may know of, by granter: all of them for who administers the owner or
 * may update the item by own right, else those that the caller gave or has.
 */
export const grantsFor = async (
  context: RuleContext,
  found: readonly StoredItem[],
): Promise<Record<ItemId, GrantsByGranter>> => {
  const keyed = found.map((stored) => ({ stored, t: typeNumber(context, stored), i: stored.number }));
  const rows = grantsByItem(await grantsOn(context.db, keyed));
  const granted = keyed.map(({ stored, ...key }) => ({ stored, own: rows.get(grantKey(key)) ?? [] }));
  const knownOf = await knownGrants(
    context,
    granted.filter(({ own }) => own.length > 0).map(({ stored }) => stored),
  );
  return Object.fromEntries(granted.map(({ stored, own }) => [stored.id, knownOf(stored)(byGranter(own))]));
};

/** The history of an item, with what the caller may know of its grants. */
export const historyFor = async (
  context: RuleContext,
  stored: StoredItem,
  page: HistoryPage,
): ReturnType<ItemStorage['history']> =>
  context.services.items.history(context.db, context.readFilter, stored.id, {
    ...page,
    knownGrants: async () => (await knownGrants(context, [stored]))(stored),
  });
