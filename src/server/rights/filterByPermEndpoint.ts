// `act/filterByPerm`: reduces the result of a query to the items on which a user may perform an action, optionally through one granter
// only. Administrators of the site may ask about every user, an owner's administrator about items of that owner, and others only about
// themselves. The answer contains nothing that the caller could not find.

import { isRecord } from 'src/base/isRecord.ts';
import { principalsOf } from 'src/model/access/principalsOf.ts';
import type { Query } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { administers, ownersAdministered } from 'src/server/access/actions/predicateValues.ts';
import { grantsFor } from 'src/server/rules/grants.ts';
import type { Context } from 'src/server/context.ts';
import { costOfRights } from 'src/server/limits.ts';
import { queryInput } from 'src/server/search/queryInput.ts';
import { realId } from 'src/server/access/realId.ts';
import { endpoint, type RightsNeeds } from 'src/server/rights/RightsNeeds.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';

const MOST_RESULTS = 1_000;

interface Asked {
  readonly subjectID: ItemId;
  readonly chain: readonly string[];
  readonly grantedBy: ItemId | undefined;
}

const boundedQuery = (given: Query): Query => {
  const query = queryInput(given);
  return { ...query, max: Math.min(query.max ?? MOST_RESULTS, MOST_RESULTS) };
};

/** Reduces the result to what the caller may learn about: asking from an owner reduces it to that owner's items. */
const withinReach = async (
  { services, subject }: Context<RightsNeeds>,
  { stored, subjectID }: { stored: StoredItem; subjectID: ItemId },
): Promise<(item: StoredItem) => boolean> => {
  const isOwn = subjectID === subject.userId;
  if (!isOwn && !subject.admin && ownersAdministered(subject).length === 0) throw problem('notAllowed');
  const ofOwner = (item: StoredItem): boolean =>
    stored.type !== services.registry.ownerType || item.owners.includes(stored.id);
  return (item) => ofOwner(item) && (isOwn || administers(subject, item.owners));
};

const allowedBy = async (
  context: Context<RightsNeeds>,
  found: readonly StoredItem[],
  asked: Asked,
): Promise<StoredItem[]> => {
  const { services, db } = context;
  const person = await services.sessions.subjectOf(asked.subjectID);
  if (!person) return [];
  const filter = await services.readFilters.readFilterFor(person);
  const answers = await services.access.canMany(
    db,
    filter,
    found.map((stored) => ({ stored, actions: asked.chain })),
  );
  const allowed = found.filter(({ id }) => asked.chain.every((action) => answers.get(id)?.[action] === true));
  if (asked.grantedBy === undefined) return allowed;
  const grants = await grantsFor(context, allowed);
  const keys = new Set(principalsOf(person));
  const isGranted = (grant: string): boolean => {
    const at = grant.indexOf(':');
    return asked.chain.includes(grant.slice(0, at)) && keys.has(grant.slice(at + 1));
  };
  return allowed.filter(({ id }) => grants[id]?.[asked.grantedBy ?? '']?.some(isGranted) === true);
};

export const filterByPerm = endpoint(
  'filterByPerm',
  async (context, { query, subjectID, chain = 'read', grantedBy }) => {
    const { services, db, readFilter, gone, stored } = context;
    const person = realId(subjectID);
    if (!person.startsWith(`${SYSTEM_TYPES.user}-`)) throw problem('invalidId');
    const reach = await withinReach(context, { stored, subjectID: person });
    const { ids } = await services.search.search(readFilter, boundedQuery(query), gone);
    const known = new Map((await services.items.findMany(db, ids)).map((each) => [each.id, each]));
    const found = ids.flatMap((id) => known.get(id) ?? []).filter(({ acl }) => readFilter.canRead(acl));
    const results = await allowedBy(context, found.filter(reach), {
      subjectID: person,
      chain: typeof chain === 'string' ? [chain] : chain,
      grantedBy: grantedBy === undefined ? undefined : realId(grantedBy),
    });
    return { results: results.map(({ id }) => id) };
  },
  (body) => {
    const { query, chain } = isRecord(body) ? body : {};
    const { max } = isRecord(query) ? query : {};
    const items = typeof max === 'number' && max > 0 ? Math.min(max, MOST_RESULTS) : MOST_RESULTS;
    return costOfRights(items * (Array.isArray(chain) ? chain.length : 1));
  },
);
