// Reads the outbox from a position: every row once, in order as far as possible, and passes the rows to the consumers. Created by
// createFeed, which starts one read at a time.

import type { Database, Queryable } from 'src/server/store/database.ts';
import type { Change } from 'src/server/watch/changeFeed.ts';
import type { Consumers } from 'src/server/watch/feedConsumers.ts';
import { createGaps, type Gaps, type Range, type Snapshot } from 'src/server/watch/sequenceGaps.ts';

export const OUTBOX_CHANNEL = 'outbox';

/** Transactions open at the start have numbers near the end; older missing ones were rolled back or pruned. */
const LOOK_BACK = 20_000;

export const startOfFeed = async (db: Queryable): Promise<number> => {
  const [row] = await db.query<{ last: number }>(
    `select coalesce(pg_sequence_last_value(pg_get_serial_sequence('outbox', 'seq')::regclass), 0)::float8 as last`,
  );
  return row?.last ?? 0;
};

/** Returns ranges of numbers up to `last` without a committed row. */
export const missingRanges = (db: Queryable, last: number): Promise<Range[]> =>
  db.query<Range>(
    `select (before + 1)::float8 as "from", (seq - 1)::float8 as "to"
     from (select seq, lag(seq, 1, $1::bigint) over (order by seq) as before
           from (select seq from outbox where seq > $1::bigint and seq <= $2::bigint union all select $2::bigint + 1) known) pairs
     where seq > before + 1 order by seq`,
    [Math.max(0, last - LOOK_BACK), last],
  );

type Row = Change & Snapshot;

// One statement uses one snapshot: transactions below xmin are complete, so missing rows will never appear.
const CHANGE_COLUMNS = `o.seq::float8 as seq, o.t, o.i, o.n, o.u, o.acl, o.old_acl as "oldAcl", o.op, o.moved, o.part_acls as "partAcls"`;
export interface UnreadChanges {
  readonly count: number;
  /** Age of the oldest one. */
  readonly seconds: number;
}

/** Returns the changes that a feed at this position has not read yet. */
export const unreadChanges = async (db: Queryable, position: number): Promise<UnreadChanges> => {
  const [row] = await db.query<UnreadChanges>(
    `select count(*)::int as count, coalesce(extract(epoch from clock_timestamp() - min(at)), 0)::float8 as seconds
     from outbox where seq > $1::bigint`,
    [position],
  );
  return row ?? { count: 0, seconds: 0 };
};

// Each gap is looked up separately: a join scans the whole outbox, an hour of changes, for each read.
const READ_OUTBOX_SQL = `
  select s.xmin, s.xmax, o.* from
    (select pg_snapshot_xmin(x)::text::float8 as xmin, pg_snapshot_xmax(x)::text::float8 as xmax from pg_current_snapshot() x) s
    left join lateral (
      (select ${CHANGE_COLUMNS} from unnest($2::bigint[], $3::bigint[]) hole (first, last)
        cross join lateral (select * from outbox where seq between hole.first and hole.last order by seq limit $4) o order by o.seq limit $4)
      union all (select ${CHANGE_COLUMNS} from outbox o where o.seq > $1::bigint order by o.seq limit $4)
      order by seq limit $4
    ) o on true
  order by o.seq`;

export const readOutbox = async (
  db: Queryable,
  above: number,
  holes: readonly Range[],
  max: number,
): Promise<{ snapshot: Snapshot; changes: Change[] }> => {
  const values = [above, holes.map(({ from }) => from), holes.map(({ to }) => to), max];
  const rows = await db.query<Row>(READ_OUTBOX_SQL, values, 'readOutbox');
  const [first] = rows;
  return {
    snapshot: { xmin: first?.xmin ?? 0, xmax: first?.xmax ?? Infinity },
    changes: rows.filter(({ seq }) => seq !== null).map(({ xmin: _xmin, xmax: _xmax, ...change }) => change),
  };
};

export const pruneOutbox = (db: Queryable): Promise<unknown[]> =>
  db.query(`delete from outbox where at < now() - interval '1 hour'`);

interface Options {
  readonly database: Database;
  readonly consumers: Consumers;
  readonly stopped: () => boolean;
}

interface OutboxReader {
  begin(): Promise<void>;
  read(): Promise<void>;
  /** Returns true when numbers are missing whose transactions may still commit. */
  hasHoles(): boolean;
  /** Returns the highest number read. */
  position(): number;
}

/** Rows are kept for an hour. A feed that has not read for this long may have missed some. */
const TOO_LONG = 45 * 60_000;
const CHANGES_PER_READ = 5000;

export const createOutboxReader = ({ database, consumers, stopped }: Options): OutboxReader => {
  let gaps: Gaps = createGaps(0, [], 0);
  let lastRead = 0;

  /** Takes the position before the consumers read the items: changes in between are read twice, not missed. */
  const begin = async (): Promise<void> => {
    const start = await startOfFeed(database);
    gaps = createGaps(start, await missingRanges(database, start), Date.now());
    lastRead = Date.now();
    await consumers.load();
  };

  const read = async (): Promise<void> => {
    if (Date.now() - lastRead > TOO_LONG) await begin();
    await consumers.recover();
    for (let more = true; more && !stopped();) {
      const { snapshot, changes } = await readOutbox(database, gaps.highest, gaps.holes(), CHANGES_PER_READ);
      lastRead = Date.now();
      more = changes.length >= CHANGES_PER_READ;
      const seen = changes.map(({ seq }) => seq);
      const fresh = new Set(gaps.take(seen, more ? undefined : snapshot, lastRead));
      const changeEvent = changes.filter(({ seq }) => fresh.has(seq));
      if (changeEvent.length > 0) await consumers.deliver(changeEvent);
    }
  };

  const hasHoles = (): boolean => gaps.holes().length > 0;

  return { begin, read, hasHoles, position: () => gaps.highest };
};
