// Pushes notices to people connected to this process, each through the receiver's current read filter. Part of createWatches. The change
// feed says which event has notices, or who marked some.

import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { itemId } from 'src/model/item/itemId.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { NoticeRow } from 'src/server/store/notices/noticeRows.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import type { Change } from 'src/server/watch/changeFeed.ts';
import { notifyFrame, unreadFrame } from 'src/server/watch/pushFrames.ts';
import type { Register } from 'src/server/watch/watchRegister.ts';

/** Receivers served concurrently; each needs a few statements. */
const PARALLEL_RECEIVERS = 8;

/** Reads notices for pushes through the read filter of a receiver. */
export interface PushedNotices {
  unread(db: Queryable, readFilter: ReadFilter): Promise<number>;
  /** Returns the notices that these people have of an event, and perhaps those of others. */
  ofEvent(db: Queryable, event: number, users: readonly ItemId[]): Promise<readonly NoticeRow[]>;
  show(
    db: Queryable,
    readFilter: ReadFilter,
    notices: { readonly rows: readonly NoticeRow[]; readonly channel: 'item/notify' },
  ): Promise<readonly Item[]>;
}

interface Options {
  readonly registry: ServerRegistry;
  readonly database: Queryable;
  readonly notices: PushedNotices;
  readonly register: Register;
}

export type NoticePushes = (change: Change) => Promise<void>;

export const createNoticePushes = ({ registry, database, notices, register }: Options): NoticePushes => {
  const noticeType = registry.types[SYSTEM_TYPES.notice]?.number;

  const marked = async (user: number): Promise<void> => {
    for (const receiver of register.ofUser(itemId(SYSTEM_TYPES.user, user)))
      receiver.send(unreadFrame(await notices.unread(database, receiver.readFilter())));
  };

  const ofEvent = async (event: number): Promise<void> => {
    const rows = await notices.ofEvent(database, event, register.users());
    const deliveries = rows.flatMap((row) => [...register.ofUser(row.user)].map((receiver) => ({ row, receiver })));
    for (let from = 0; from < deliveries.length; from += PARALLEL_RECEIVERS)
      await Promise.all(
        deliveries.slice(from, from + PARALLEL_RECEIVERS).map(async ({ row, receiver }) => {
          const [item] = await notices.show(database, receiver.readFilter(), { rows: [row], channel: 'item/notify' });
          if (item) receiver.send(notifyFrame(item));
        }),
      );
  };

  return ({ t, i }) => (t === noticeType ? marked(i) : ofEvent(i));
};
