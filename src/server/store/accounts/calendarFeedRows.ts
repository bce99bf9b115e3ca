// SQL of secret addresses: owner, purpose, and the hash of the secret. Calendar feeds also have a query.

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

/** Purpose of addresses that calendar programs read. */
export const CALENDAR_PURPOSE = 'calendar';

export interface SecretAddress {
  readonly person: ItemId;
  /** Kind of program that uses the address. */
  readonly purpose: string;
  readonly name: string;
  readonly hash: Buffer;
}

/** Adds an address that has no query. */
export const insertAddress = async (db: Queryable, { person, purpose, name, hash }: SecretAddress): Promise<number> => {
  const [row] = await db.query<{ feed: number }>(
    'insert into calendar_feed (person, purpose, hash, name) values ($1, $2, $3, $4) returning feed',
    [person, purpose, hash, name],
  );
  return row?.feed ?? 0;
};

export const feedsOf = (db: Queryable, person: ItemId, purpose: string): Promise<ListedFeed[]> =>
  db.query<ListedFeed>(
    'select feed, name, created, used from calendar_feed where person = $1 and purpose = $2 order by feed',
    [person, purpose],
  );

/** Returns false when this person has no such address. */
export const removeFeed = async (
  db: Queryable,
  person: ItemId,
  { feed, purpose }: { readonly feed: number; readonly purpose: string },
): Promise<boolean> => {
  const removed = await db.query(
    'delete from calendar_feed where person = $1 and feed = $2 and purpose = $3 returning 1',
    [person, feed, purpose],
  );
  return removed.length > 0;
};

/** Returns the person of an address. */
export const addressBy = async (
  db: Queryable,
  hash: Buffer,
  purpose: string,
): Promise<{ readonly feed: number; readonly person: ItemId } | undefined> =>
  (
    await db.query<{ feed: number; person: ItemId }>(
      'select feed, person from calendar_feed where hash = $1 and purpose = $2',
      [hash, purpose],
    )
  )[0];

export const removeFeedsOf = async (db: Queryable, person: ItemId): Promise<void> => {
  await db.query('delete from calendar_feed where person = $1', [person]);
};

export const feedOf = async (db: Queryable, feed: number): Promise<FeedRow | undefined> =>
  (
    await db.query<FeedRow>(
      'select feed, person, name, query, names, remind from calendar_feed where feed = $1 and query is not null',
      [feed],
    )
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
