// `act/markNotifications`: marks notices of the caller read, or unread again; answers what is unread now. Source: spec platform 7.

import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { itemId, parseRealItemId } from 'src/model/item/itemId.ts';
import { problem } from 'src/model/problems.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { Context } from 'src/server/context.ts';
import type { EngineAction } from 'src/server/operations/actions/engineAction.ts';
import { noticesOf, notifyPairs } from 'src/server/operations/actions/noticesOf.ts';

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
