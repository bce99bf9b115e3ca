// Notices of one person: listed, counted and marked with the person's current rights; and the person's preferences. Called by the actions
// on notices, and by live updates.

import type { Item, ItemId } from 'src/model/item/Item.ts';
import { parseItemId } from 'src/model/item/itemId.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import type { Channel } from 'src/server/store/audit.ts';
import type { NoticeChoice } from 'src/server/store/notices/noticeChoices.ts';
import { createNotify, createNotifyWithin, type NotifyOptions } from 'src/server/events/notifyEvent.ts';
import { createShownNotices } from 'src/server/events/shownNotices.ts';
import type { Queryable, Transaction } from 'src/server/store/database.ts';
import type { ItemStorage } from 'src/server/store/itemStorage.ts';
import * as rows from 'src/server/store/notices/noticeRows.ts';
import { noticeChoice, setChoice } from 'src/server/store/notices/noticeChoices.ts';
import { FEED } from 'src/server/store/writeStatements.ts';

/** With more people connected, all notices of an event are read: their names would be longer than the notices. */
const MOST_USERS_LISTED = 1_000;

export interface Notices {
  /** Newest first. */
  list(db: Queryable, readFilter: ReadFilter, page: rows.NoticePage, channel?: Channel): Promise<Item[]>;
  unread(db: Queryable, readFilter: ReadFilter): Promise<number>;
  /** Returns counts by kind, without zeros. */
  unreadKinds(db: Queryable, readFilter: ReadFilter): Promise<Readonly<Record<string, number>>>;
  /** Marks these notices, or all without numbers. Returns the numbers that the person may see. */
  mark(
    tx: Transaction,
    readFilter: ReadFilter,
    marks: { readonly numbers: readonly number[] | undefined; readonly unread: boolean },
  ): Promise<readonly number[]>;
  /** Returns the notices of these users of an event, and perhaps of others, for pushes. */
  ofEvent(db: Queryable, event: number, users: readonly ItemId[]): Promise<readonly rows.NoticeRow[]>;
  show: ReturnType<typeof createShownNotices>;
  /** Notifies these people of an event, and all processes of the notices. */
  notify: ReturnType<typeof createNotify>;
  /** Same as notify within a transaction, for few people. */
  notifyWithin: ReturnType<typeof createNotifyWithin>;
  choice(db: Queryable, user: ItemId, id: ItemId): Promise<NoticeChoice>;
  choose(tx: Transaction, user: ItemId, choice: { readonly id: ItemId; readonly choice: NoticeChoice }): Promise<void>;
}

/** Returns the sum over all kinds. */
export const noticeTotal = (kinds: Readonly<Record<string, number>>): number =>
  Object.values(kinds).reduce((sum, count) => sum + count, 0);

interface Options extends NotifyOptions {
  readonly items: Pick<ItemStorage, 'readVisible' | 'labels' | 'find'>;
}

export const createNotices = (options: Options): Notices => {
  const { registry, database, items } = options;
  const eventType = registry.types[SYSTEM_TYPES.event]?.number ?? 0;
  const noticeType = registry.types[SYSTEM_TYPES.notice]?.number ?? 0;
  const show = createShownNotices(options);

  const queryOf = ({ subject: { userId = '' }, mask }: ReadFilter): rows.NoticeQuery => ({
    ...{ user: userId, mask, eventType },
  });
  const keyOf = (id: ItemId) => {
    const { type, number } = parseItemId(id);
    return { t: registry.types[type]?.number ?? 0, i: number };
  };

  return {
    list: async (db, readFilter, page, channel) =>
      await show(db, readFilter, { rows: await rows.listNotices(db, queryOf(readFilter), page), channel }),
    unread: async (db, readFilter) => noticeTotal(await rows.countUnread(db, queryOf(readFilter))),
    unreadKinds: (db, readFilter) => rows.countUnread(db, queryOf(readFilter)),
    mark: async (tx, readFilter, marks) => {
      const query = queryOf(readFilter);
      const marked = await rows.markNotices(tx, query, marks);
      await rows.publishNotices(tx, noticeType, parseItemId(query.user).number);
      tx.afterCommit(() => database.notify(FEED));
      return marked;
    },
    ofEvent: async (db, event, users) => {
      const stored = users.length > 0 ? await items.find(db, `${SYSTEM_TYPES.event}-${event}`) : undefined;
      if (!stored) return [];
      const context = stored.properties['context'];
      if (typeof context !== 'string') {
        // It belongs to no item, so only addressed people can have a notice of it.
        const to = new Set(valuesAt(stored.properties, 'to'));
        return await rows.noticesOfPeople(
          db,
          event,
          users.filter((user) => to.has(user)),
        );
      }
      const named = users.length > MOST_USERS_LISTED ? undefined : users;
      return await rows.noticesOfEvent(db, { ...keyOf(context), event, users: named });
    },
    show,
    notify: createNotify(options),
    notifyWithin: createNotifyWithin(options),
    choice: (db, user, id) => noticeChoice(db, user, keyOf(id)),
    choose: (tx, user, { id, choice }) => setChoice(tx, user, { ...keyOf(id), choice }),
  };
};
