// The actions on the caller's own notices: to fetch them, and to mark them read or unread. Source: spec platform 7. Both see them
// through the caller's read filter, and no notices but the caller's.

import type { Filters } from 'src/model/generated/wire.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { isItemId, itemId, parseRealItemId } from 'src/model/item/itemId.ts';
import { invalid, problem } from 'src/model/problems.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { Channel } from 'src/server/audit/audit.ts';
import type { Context } from 'src/server/context.ts';
import type { EngineAction } from 'src/server/operations/actions/engineActions.ts';

/** More than anybody reads; a bound for the answer. */
const MAX_NOTICES = 1_000;

/** Notices of the caller that the filters let through, newest first. */
const noticesOf = async (
  { services, subject, readFilter, db }: Context,
  { must, channel }: { readonly must: Filters; readonly channel: Channel },
): Promise<Item[]> => {
  if (subject.userId === undefined) throw problem('notSignedIn');
  const { ids } = await services.search.search(readFilter, {
    must: { ...must, _t: [SYSTEM_TYPES.notice], user: [subject.userId] },
    sort: [{ key: 'created', order: 'desc' }],
    max: MAX_NOTICES,
  });
  return await services.items.readVisible(db, readFilter, ids, { channel, labels: true });
};

/** `[notify index, context id]` of each. Source: spec platform 3. */
const notifyPairs = (notices: readonly Item[]): readonly (readonly [number, ItemId | null])[] =>
  notices.map((notice) => [notice._i, typeof notice['$context'] === 'string' ? notice['$context'] : null]);

const realId = (index: number): string => {
  const id = itemId(SYSTEM_TYPES.notice, index);
  parseRealItemId(id);
  return id;
};

const mark = async (context: Context, index: number, unread: boolean): Promise<void> => {
  const { services, readFilter, tx, now, subject } = context;
  if (!tx || subject.userId === undefined) throw problem('notSignedIn');
  const stored = await services.access.visible(tx, readFilter, realId(index), true);
  if (stored.properties['user'] !== subject.userId) throw problem('notAllowed');
  if ((stored.properties['unread'] === true) === unread) return;
  await services.items.write(tx, stored, { unread }, { at: now, by: subject.userId, actor: subject.actingAdminId });
};

/** `act/markNotifications`: answers what is unread now. */
export const markNotifications: EngineAction = {
  name: 'markNotifications',
  on: 'self',
  async run(input, context) {
    const indexes = new Set(input['indexes'] as readonly number[]);
    const unread = input['asUnread'] === true;
    for (const index of [...indexes].toSorted((a, b) => a - b)) await mark(context, index, unread);
    // Read in the same transaction, so the marks just made are in it whatever the columns of search know yet.
    const notices = await noticesOf(context, { must: {}, channel: undefined });
    return { notifyPairs: notifyPairs(notices.filter((notice) => notice['unread'] === true)) as unknown as Json };
  },
};

/** `{must: {$id: [id, ...]}}`, the only narrowing there is; no query means all. */
const idsOf = (query: Json | undefined): readonly string[] | undefined => {
  if (query === undefined) return undefined;
  const { must, ...others } = query as { readonly must?: { readonly $id?: Json; readonly id?: Json } };
  const { $id, id, ...more } = must ?? {};
  const ids = $id ?? id;
  const isList = Array.isArray(ids) && ids.length <= MAX_NOTICES && ids.every((each) => isItemId(each));
  if (Object.keys({ ...others, ...more }).length > 0 || !isList)
    throw invalid([{ path: '/query', message: 'errors.wrongType' }]);
  return ids as readonly string[];
};

/** `act/fetchNotifications`: by the query's id list. */
export const fetchNotifications: EngineAction = {
  name: 'fetchNotifications',
  on: 'self',
  async run(input, context) {
    const ids = idsOf(input['query']);
    const items = await noticesOf(context, { must: ids ? { $id: ids } : {}, channel: 'act/fetchNotifications' });
    return { items: items as unknown as Json };
  },
};
