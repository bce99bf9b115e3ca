// Reads and writes the items of sessions of help. The channels of all processes are notified of an end.

import type { ItemId, Values } from 'src/model/item/Item.ts';
import { idsIn } from 'src/model/item/idsIn.ts';
import { SESSION_TYPE } from 'src/domain/assist/assistTypes.ts';
import { serverContext, writeItem, type DomainNeeds, type StoredItem, type WritingContext } from 'src/server/extend.ts';

/** Wakes the channels of all processes to look whether their sessions have ended. */
export const ASSIST_CHANNEL = 'assist';

/** Key of the claim of the process to which the visitor of a session is connected. */
export const channelClaim = (session: ItemId): string => `help channel ${session}`;

export const isOpenSession = ({ type, properties }: StoredItem): boolean =>
  type === SESSION_TYPE && properties['state'] !== 'ENDED';

/** Writes a locked session, with changes that depend on its values. */
const changeSession = async (
  services: DomainNeeds,
  id: ItemId,
  changesOf: (stored: StoredItem, now: Date) => { readonly changes: Values; readonly kind: string } | undefined,
): Promise<void> => {
  await services.database.transaction(async (tx) => {
    const stored = await services.items.find(tx, id, true);
    if (!stored || !isOpenSession(stored)) return;
    const context = await serverContext(services, tx);
    const change = changesOf(stored, context.now);
    if (change) await writeItem(context, stored, change);
  });
};

/** Notes that an agent sees the page of the visitor. */
export const noteAnswering = (services: DomainNeeds, id: ItemId, user: ItemId): Promise<void> =>
  changeSession(services, id, ({ properties }, now) => {
    const agents = idsIn(properties['agents']);
    if (agents.includes(user)) return undefined;
    const answered = properties['answered'] ?? now.toISOString();
    return { changes: { state: 'ACTIVE', answered, agents: [...agents, user] }, kind: 'answered' };
  });

/** Changes for a session that ends. Only the visitor and those who answered read it afterwards. */
const endChanges = (now: Date): { readonly changes: Values; readonly kind: string } => ({
  changes: { state: 'ENDED', ended: now.toISOString(), mayAnswer: null },
  kind: 'ended',
});

export const noteEnd = (services: DomainNeeds, id: ItemId): Promise<void> =>
  changeSession(services, id, (_stored, now) => endChanges(now));

/** Ends a locked session in the transaction of an action. */
export const endSessionItem = async (context: WritingContext, stored: StoredItem): Promise<void> => {
  if (!isOpenSession(stored)) return;
  await writeItem(context, stored, endChanges(context.now));
  const { database } = context.services;
  context.tx.afterCommit(() => database.notify(ASSIST_CHANNEL));
};

/** Writes who may answer, if that has changed. */
export const noteHelpers = (services: DomainNeeds, id: ItemId, helpers: readonly ItemId[]): Promise<void> =>
  changeSession(services, id, ({ properties }) => {
    const known = idsIn(properties['mayAnswer']);
    const isSame = known.length === helpers.length && helpers.every((each) => known.includes(each));
    return isSame ? undefined : { changes: { mayAnswer: helpers }, kind: 'helpersChanged' };
  });
