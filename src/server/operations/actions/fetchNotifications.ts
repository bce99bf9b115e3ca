// `act/fetchNotifications`: notices of the caller by the query's id list. Source: spec platform 7.

import type { Json } from 'src/model/item/Item.ts';
import { isItemId, itemId, parseRealItemId } from 'src/model/item/itemId.ts';
import { invalid, problem } from 'src/model/problems.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { Context } from 'src/server/context.ts';
import type { EngineAction } from 'src/server/operations/actions/engineAction.ts';
import { noticesOf, notifyPairs } from 'src/server/operations/actions/noticesOf.ts';

// `act/markNotifications`: marks notices of the caller read, or unread again; answers what is unread now. Source: spec platform 7.
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

const MOST = 1_000;

/** `{must: {$id: [id, ...]}}`, the only narrowing there is; no query means all. */
const idsOf = (query: Json | undefined): readonly string[] | undefined => {
  if (query === undefined) return undefined;
  const { must, ...others } = query as { readonly must?: { readonly $id?: Json; readonly id?: Json } };
  const { $id, id, ...more } = must ?? {};
  const ids = $id ?? id;
  const isList = Array.isArray(ids) && ids.length <= MOST && ids.every((each) => isItemId(each));
  if (Object.keys({ ...others, ...more }).length > 0 || !isList)
    throw invalid([{ path: '/query', message: 'errors.wrongType' }]);
  return ids as readonly string[];
};

export const fetchNotifications: EngineAction = {
  name: 'fetchNotifications',
  on: 'self',
  async run(input, context) {
    const ids = idsOf(input['query']);
    const items = await noticesOf(context, { must: ids ? { $id: ids } : {}, channel: 'act/fetchNotifications' });
    return { items: items as unknown as Json };
  },
};
