// Deletes recordings after their last day, and ends sessions of help that no process has: the visitor never came, or the process was killed and
// the visitor did not come back.

import { itemId } from 'src/model/item/itemId.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { RECORDING_TYPE, SESSION_TYPE } from 'src/domain/assist/assistTypes.ts';
import { ASSIST_LIMITS } from 'src/domain/assist/protocol.ts';
import { endSessionItem, channelClaim } from 'src/domain/assist/sessionItems.server.ts';
import { claimAt, removeItem, serverJob, type WritingContext } from 'src/server/extend.ts';

export const END_RECORDINGS = 'endHelpRecordings';
export const END_SESSIONS = 'endHelpSessions';

const matching = async (
  { services, readFilter }: WritingContext,
  type: string,
  must: Readonly<Record<string, Json>>,
): Promise<ItemId[]> => {
  const found = await services.search.matches(readFilter, { must: { _t: [type], ...must } });
  return [...found.values()].flatMap((numbers) => [...numbers].map((number) => itemId(type, number)));
};

const expiredRecordings = (context: WritingContext): Promise<ItemId[]> =>
  matching(context, RECORDING_TYPE, { expires: [{ to: context.now.toISOString() }] });

/** Deletes a recording with its file, if it has expired. */
const endRecording = async (context: WritingContext, id: ItemId): Promise<void> => {
  const { items } = context.services;
  const stored = await items.find(context.tx, id, true);
  const { expires, file } = stored?.properties ?? {};
  if (!stored || typeof expires !== 'string' || Date.parse(expires) > context.now.getTime()) return;
  for (const each of Array.isArray(file) ? file : []) {
    const attachment = await items.find(context.tx, String(each), true);
    if (attachment?.properties['rel'] === id) await removeItem(context, attachment);
  }
  const now = await items.find(context.tx, id, true);
  if (now) await removeItem(context, now);
};

const endAbandoned = async (context: WritingContext, id: ItemId): Promise<void> => {
  const { services, tx, now } = context;
  const stored = await services.items.find(tx, id, true);
  if (!stored || now.getTime() - Date.parse(stored.updated) < ASSIST_LIMITS.awayMs) return;
  if ((await claimAt(tx, channelClaim(id), now)) === undefined) await endSessionItem(context, stored);
};

/** Handles each of the items in a transaction of its own. */
const inTransactions = (
  find: (context: WritingContext) => Promise<readonly ItemId[]>,
  handle: (context: WritingContext, id: ItemId) => Promise<void>,
) =>
  serverJob(async (_, { batch }) => {
    for (const id of await batch(find)) await batch((context) => handle(context, id));
  });

export const endRecordings = inTransactions(expiredRecordings, endRecording);

export const endAbandonedSessions = inTransactions(
  (context) => matching(context, SESSION_TYPE, { state: ['ASKED', 'ACTIVE'] }),
  endAbandoned,
);
