// The caller's own Notify items, for the notification actions. Always through the caller's read filter and narrowed to the caller.

import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { Filters } from 'src/model/generated/wire.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import type { Channel } from 'src/server/audit/audit.ts';
import type { Context } from 'src/server/context.ts';

/** More than anybody reads; a bound for the answer. */
const MOST = 1_000;

/** Notices of the caller that the filters let through, newest first. */
export const noticesOf = async (
  { services, subject, readFilter, db }: Context,
  { must, channel }: { readonly must: Filters; readonly channel: Channel },
): Promise<Item[]> => {
  if (subject.userId === undefined) throw problem('notSignedIn');
  const { ids } = await services.search.search(readFilter, {
    must: { ...must, _t: [SYSTEM_TYPES.notice], user: [subject.userId] },
    sort: [{ key: 'created', order: 'desc' }],
    max: MOST,
  });
  return await services.items.readVisible(db, readFilter, ids, { channel, labels: true });
};

/** `[notify index, context id]` of each. Source: spec platform 3. */
export const notifyPairs = (notices: readonly Item[]): readonly (readonly [number, ItemId | null])[] =>
  notices.map((notice) => [notice._i, typeof notice['$context'] === 'string' ? notice['$context'] : null]);
