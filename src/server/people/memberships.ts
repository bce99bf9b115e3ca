// Rights of people in an owner, as administrators see and change them. An owner's administrator manages only that owner's people, cannot
// give more than they hold there themselves, and cannot change their own rights. Called by the endpoints of peopleEndpoints.

import { stringsIn } from 'src/base/stringsIn.ts';
import { isLevel, levelRank, type Level } from 'src/model/access/levels.ts';
import { SYSTEM_OWNER, type Subject } from 'src/model/access/Subject.ts';
import { diffItem } from 'src/model/item/diffItem.ts';
import type { ItemId, Json, Values } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { refuseActing } from 'src/server/access/actions/refuseActing.ts';
import { administers } from 'src/server/access/actions/predicateValues.ts';
import type { WritingContext } from 'src/server/context.ts';
import type { PeopleContext, PeopleNeeds } from 'src/server/people/PeopleNeeds.ts';
import { usedCapabilities } from 'src/server/rules/capabilityErrors.ts';
import { validateItem } from 'src/server/rules/validateItem.ts';
import { writeMetadataOf } from 'src/server/rules/writeMetadata.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';

/** One person's rights in one owner, or in what belongs to the whole site. */
export interface Rights {
  readonly reads: Level;
  readonly admin: boolean;
  readonly capabilities: readonly string[];
  /** Instants; null for no bound. */
  readonly from: string | null;
  readonly to: string | null;
}

type Owner = ItemId | typeof SYSTEM_OWNER;

const membershipsOf = (user: Values): readonly Values[] =>
  Array.isArray(user['memberships']) ? (user['memberships'] as readonly Values[]) : [];

const textOrNull = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);

const rightsIn = (membership: Values): Rights => ({
  reads: isLevel(membership['reads']) ? membership['reads'] : 'PUBLIC',
  admin: membership['admin'] === true,
  capabilities: stringsIn(membership['capabilities']),
  from: textOrNull(membership['from']),
  to: textOrNull(membership['to']),
});

/** Returns the rights in the owner that the User item contains, whether they are valid now or not. */
export const rightsInOwner = (user: Values, owner: Owner): Rights | undefined => {
  if (owner !== SYSTEM_OWNER) {
    const found = membershipsOf(user).find((each) => each['owner'] === owner);
    return found && rightsIn(found);
  }
  const { siteReads, siteCapabilities, admin } = user;
  if (siteReads === undefined && siteCapabilities === undefined && admin !== true) return undefined;
  return rightsIn({ reads: siteReads ?? 'PUBLIC', admin: admin === true, capabilities: siteCapabilities ?? [] });
};

/**
 * Returns the rights that the subject may give in the owner: everything for an administrator of the site, otherwise what they hold
 * themselves.
 */
export const givableBy = (
  subject: Subject,
  owner: Owner,
  declared: readonly string[],
): Pick<Rights, 'reads' | 'capabilities'> => {
  if (subject.admin) return { reads: 'PRIVATE', capabilities: declared };
  const own = subject.memberships.find((each) => each.owner === owner);
  return own ? { reads: own.reads, capabilities: own.capabilities } : { reads: 'PUBLIC', capabilities: [] };
};

const startTime = (at: string | null): number => (at === null ? Number.NEGATIVE_INFINITY : Date.parse(at));
const endOf = (at: string | null): number => (at === null ? Number.POSITIVE_INFINITY : Date.parse(at));
const isLongerValid = (next: Rights, before: Rights): boolean =>
  startTime(next.from) < startTime(before.from) || endOf(next.to) > endOf(before.to);

/** Returns the part of the new rights that was not held before. If the new rights last longer, all of them count as given. */
const givenBy = (before: Rights | undefined, next: Rights): Pick<Rights, 'reads' | 'capabilities'> => {
  if (!before || isLongerValid(next, before)) return next;
  return {
    reads: levelRank(next.reads) > levelRank(before.reads) ? next.reads : 'PUBLIC',
    capabilities: next.capabilities.filter((each) => !before.capabilities.includes(each)),
  };
};

const refuseBeyond = (
  { subject, services }: PeopleContext,
  { target, owner }: { readonly target: ItemId; readonly owner: Owner },
  given: Pick<Rights, 'reads' | 'capabilities'>,
): void => {
  refuseActing(subject);
  if (!administers(subject, [owner])) throw problem('notAllowed');
  if (subject.admin) return;
  if (owner === SYSTEM_OWNER || target === subject.userId) throw problem('notAllowed');
  const may = givableBy(subject, owner, usedCapabilities(services.registry));
  const isBeyond =
    levelRank(given.reads) > levelRank(may.reads) ||
    given.capabilities.some((each) => !may.capabilities.includes(each));
  if (isBeyond) throw problem('notAllowed');
};

const membershipFrom = (owner: Owner, { reads, admin, capabilities, from, to }: Rights): Values => ({
  owner,
  reads,
  admin,
  capabilities: [...capabilities],
  ...(from !== null && { from }),
  ...(to !== null && { to }),
});

/** Properties of the User item that say the new rights; `null` takes them away. */
const changesFor = (user: Values, owner: Owner, next: Rights | undefined): Values => {
  if (owner === SYSTEM_OWNER)
    return { siteReads: next?.reads ?? null, siteCapabilities: next ? [...next.capabilities] : null };
  const list = membershipsOf(user);
  const at = list.findIndex((each) => each['owner'] === owner);
  const changed = next === undefined ? [] : [membershipFrom(owner, next)];
  const memberships = at < 0 ? [...list, ...changed] : list.toSpliced(at, 1, ...changed);
  return { memberships: memberships.length === 0 ? null : memberships };
};

/** Throws `notFound`, `notAllowed` or `invalid`. */
export const setRights = async (
  context: WritingContext<PeopleNeeds>,
  target: ItemId,
  { owner, next }: { readonly owner: Owner; readonly next: Rights | undefined },
): Promise<void> => {
  const { services, tx, readFilter } = context;
  const stored = await services.access.visible(tx, readFilter, target, true);
  const type = services.registry.types[stored.type];
  if (!type || stored.type !== SYSTEM_TYPES.user) throw problem('invalidId');
  const before = rightsInOwner(stored.properties, owner);
  refuseBeyond(context, { target, owner }, next ? givenBy(before, next) : { reads: 'PUBLIC', capabilities: [] });
  const changes = changesFor(stored.properties, owner, next);
  const whole = Object.fromEntries(
    Object.entries({ ...stored.properties, ...changes }).filter(([, value]) => value !== null),
  );
  const complete = await validateItem({ context, type, stored, next: whole, set: Object.keys(changes) });
  const wanted = diffItem(stored.properties, complete);
  if (Object.keys(wanted).length > 0) await services.items.write(tx, stored, wanted, writeMetadataOf(context));
};

/** Returns all people who have rights in the owner, including past and future ones. Available only to its administrators. */
export const peopleIn = async (context: PeopleContext, owner: Owner): Promise<readonly StoredItem[]> => {
  const { services, db, subject, readFilter } = context;
  if (!administers(subject, [owner]) || (owner === SYSTEM_OWNER && !subject.admin)) throw problem('notAllowed');
  if (owner !== SYSTEM_OWNER) {
    const ids = await services.items.holding(db, { type: SYSTEM_TYPES.user, path: 'memberships.owner', id: owner });
    return await services.items.findMany(db, ids);
  }
  const { ids } = await services.search.search(readFilter, { must: { _t: [SYSTEM_TYPES.user] }, max: MOST_PEOPLE });
  const found = await services.items.findMany(db, ids);
  return found.filter(({ properties }) => rightsInOwner(properties, owner) !== undefined);
};

/** More than a table can show. */
const MOST_PEOPLE = 1_000;
