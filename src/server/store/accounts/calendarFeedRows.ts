// SQL of calendar feeds: owner, query, and the hash of the secret in their address. Called by server/calendar only.

import type { Query } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import type { Queryable } from 'src/server/store/database.ts';

export interface FeedQuestion {
  readonly name: string;
  readonly query: Query;
  /** Entries contain the names of items, not only their kinds. */
  readonly names: boolean;
  /** Days before the entry at which a calendar program reminds. */
  readonly remind: number | null;
}

export interface FeedRow extends FeedQuestion {
  readonly feed: number;
  readonly person: ItemId;
}

export interface ListedFeed {
  readonly feed: number;
  readonly name: string;
  readonly created: Date;
  readonly used: Date | null;
}

export const insertFeed = async (
  db: Queryable,
  { person, hash, name, query, names, remind }: FeedQuestion & { readonly person: ItemId; readonly hash: Buffer },
): Promise<number> => {
  const [row] = await db.query<{ feed: number }>(
    `insert into calendar_feed (person, hash, name, query, names, remind) values ($1, $2, $3, $4, $5, $6) returning feed`,
    [person, hash, name, JSON.stringify(query), names, remind],
  );
  return row?.feed ?? 0;
};

export const feedsOf = (db: Queryable, person: ItemId): Promise<ListedFeed[]> =>
  db.query<ListedFeed>('select feed, name, created, used from calendar_feed where person = $1 order by feed', [person]);

/** Returns false when this person has no such feed. */
export const removeFeed = async (db: Queryable, person: ItemId, feed: number): Promise<boolean> =>
  (await db.query('delete from calendar_feed where person = $1 and feed = $2 returning 1', [person, feed])).length > 0;

export const removeFeedsOf = async (db: Queryable, person: ItemId): Promise<void> => {
  await db.query('delete from calendar_feed where person = $1', [person]);
};

export const feedBy = async (db: Queryable, hash: Buffer): Promise<FeedRow | undefined> =>
  (
    await db.query<FeedRow>('select feed, person, name, query, names, remind from calendar_feed where hash = $1', [
      hash,
    ])
  )[0];

/** Stores the time of use, rounded to the hour: programs ask often, and more precision is not needed. */
export const noteFeedUsed = async (db: Queryable, feed: number): Promise<void> => {
  await db.query(
    `update calendar_feed set used = now() where feed = $1 and (used is null or used < now() - interval '1 hour')`,
    [feed],
  );
};

/** Deletes the feeds of people who were deleted permanently. */
export const pruneFeeds = async (db: Queryable): Promise<void> => {
  await db.query(
    `delete from calendar_feed f where not exists
       (select from item join item_type using (t) where name = split_part(f.person, '-', 1) and i = split_part(f.person, '-', 2)::int)
     and not exists (select from removed where items @> jsonb_build_array(jsonb_build_object('id', f.person)))`,
  );
};
