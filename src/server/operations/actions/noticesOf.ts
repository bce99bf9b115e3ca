// The caller's own Notify items, for the notification actions. Always through the caller's gate and narrowed to the caller.

import type { Filters } from 'src/model/generated/wire.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import type { Through } from 'src/server/audit/Audit.ts';
import type { Context } from 'src/server/Context.ts';

/** The engine's type of notices. */
export const NOTIFY_TYPE = 'Notify';
/** More than anybody reads; a bound for the answer. */
const MOST = 1_000;

/** Notices of the caller that the filters let through, newest first. */
export const noticesOf = async (
  { rooms, subject, gate, db }: Context,
  { must, through }: { readonly must: Filters; readonly through: Through },
): Promise<Item[]> => {
  if (subject.userId === undefined) throw problem('notSignedIn');
  const { ids } = await rooms.search.search(gate, {
    must: { ...must, _t: [NOTIFY_TYPE], user: [subject.userId] },
    sort: [{ key: 'created', order: 'desc' }],
    max: MOST,
  });
  return await rooms.items.readVisible(db, gate, ids, { through, labels: true });
};

/** `[notify index, context id]` of each. Source: spec platform 3. */
export const notifyPairs = (notices: readonly Item[]): readonly (readonly [number, ItemId | null])[] =>
  notices.map((notice) => [notice._i, typeof notice['$context'] === 'string' ? notice['$context'] : null]);
