// Rules of a claim, and its effects on the belongings that it is about: each gets a dated entry in the history of its status.

import type { InvalidEntry } from 'src/model/generated/wire.ts';
import type { ItemId, Json, Values } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { deepEqual } from 'src/base/deepEqual.ts';
import { statusEntries, type StatusEntry } from 'src/domain/belongings/statusHistory.ts';
import {
  asServer,
  inNameOf,
  updateItem,
  type RunEffect,
  type ValidateRule,
  type StoredItem,
  type WritingContext,
} from 'src/server/extend.ts';

/** Status of the belongings of a claim in a state, and the property of the claim with the day of it. */
const STATUS_OF_STATE: Readonly<Record<string, { readonly status: string; readonly day: string }>> = {
  CLAIMED: { status: 'IN_PROGRESS', day: 'claimed' },
  DENIED: { status: 'DENIED', day: 'decided' },
  IN_TRANSIT: { status: 'IN_TRANSIT', day: 'shipped' },
  HOME: { status: 'REPATRIATED', day: 'arrived' },
};

/** States of a claim whose belongings have been brought home. */
const HOME_STATE = 'HOME';

const claimedIds = ({ belongings }: Values): readonly ItemId[] =>
  Array.isArray(belongings) ? (belongings as readonly Json[]).filter(isItemId) : [];

/** Returns whether the claim enters a state that changes the status of its belongings. */
const changesStatus = (proposed: Values, before: Values | undefined): boolean =>
  proposed['state'] !== before?.['state'] && STATUS_OF_STATE[String(proposed['state'])] !== undefined;

/**
 * Refuses belongings of another owner: a claim changes their status, and a right in one community gives none in another. A belonging may
 * have moved to another community since it was added, so the owners are compared again before its status changes.
 */
export const claimRules: ValidateRule = async (proposed, before, { services, db }) => {
  const isSame = ['belongings', 'owner'].every((name) => deepEqual(proposed[name], before?.[name]));
  if (isSame && !changesStatus(proposed, before)) return [];
  const ids = claimedIds(proposed);
  const found = new Map((await services.items.findMany(db, ids)).map((each) => [each.id, each]));
  return ids.flatMap((id, index): InvalidEntry[] => {
    const owner = found.get(id)?.properties['owner'];
    return owner === undefined || owner === proposed['owner']
      ? []
      : [{ path: `/belongings/${index}`, message: 'errors.claim.otherOwner' }];
  });
};

const claimEntry = ({ properties }: StoredItem): StatusEntry | undefined => {
  const { status, day } = STATUS_OF_STATE[String(properties['state'])] ?? {};
  const date = day === undefined ? undefined : properties[day];
  if (status === undefined || typeof date !== 'string') return undefined;
  const { institution: party, owner: onBehalfOf } = properties;
  return { status, date, ...(party !== undefined && { party }), ...(onBehalfOf !== undefined && { onBehalfOf }) };
};

const claimChange = (belonging: StoredItem, claim: StoredItem, entry: StatusEntry): Values => {
  const entries = statusEntries(belonging.properties);
  const { owner } = claim.properties;
  return {
    ...(!entries.some((each) => deepEqual(each, entry)) && { statusHistory: [...entries, entry] }),
    ...(claim.properties['state'] === HOME_STATE && owner !== undefined && { institution: owner }),
  };
};

/** Locks and returns a belonging of the claim; undefined where it is gone or belongs to another community by now. */
const ownBelonging = async (
  { services, tx }: WritingContext,
  { id, claim }: { readonly id: ItemId; readonly claim: StoredItem },
): Promise<StoredItem | undefined> => {
  const belonging = await services.items.find(tx, id, true);
  return belonging?.properties['owner'] === claim.properties['owner'] ? belonging : undefined;
};

/**
 * Adds the entry of the claim's new state to each of its belongings, in the name of the person who moved the claim. The person may not see
 * each belonging, so the server writes. Belongings are locked in the order of their ids.
 */
export const noteClaimOnBelongings: RunEffect = async (context, { item: claim }) => {
  const entry = claimEntry(claim);
  if (!entry) return;
  const server = await asServer(context);
  const writing = context.subject.userId === undefined ? server : inNameOf(server, context.subject.userId);
  for (const id of claimedIds(claim.properties).toSorted()) {
    const belonging = await ownBelonging(context, { id, claim });
    if (belonging) await updateItem(writing, { id, u: undefined, changes: claimChange(belonging, claim, entry) });
  }
};

/** Removes the entries of a withdrawn claim: its belongings have the status that they had before. */
export const forgetClaim: RunEffect = async (context, { item: claim }) => {
  const { claimed, institution } = claim.properties;
  const server = await asServer(context);
  for (const id of claimedIds(claim.properties).toSorted()) {
    const belonging = await ownBelonging(context, { id, claim });
    if (!belonging) continue;
    const entries = statusEntries(belonging.properties);
    const others = entries.filter(
      (each) => each.status !== 'IN_PROGRESS' || each.date !== claimed || each['party'] !== institution,
    );
    if (others.length === entries.length) continue;
    const changes = { statusHistory: others.length === 0 ? null : others };
    await updateItem(inNameOf(server, context.subject.userId ?? 'User-0'), { id, u: undefined, changes });
  }
};
