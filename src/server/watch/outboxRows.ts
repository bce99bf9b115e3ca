// The SQL of the change feed.

import type { Queryable } from 'src/server/store/database.ts';
import type { Change } from 'src/server/watch/changeFeed.ts';
import type { Range, Snapshot } from 'src/server/watch/sequenceGaps.ts';

export const OUTBOX_CHANNEL = 'outbox';

/** Transactions open at the start hold numbers near the end; older missing ones were rolled back or pruned. */
const LOOK_BACK = 20_000;

export const startOfFeed = async (db: Queryable): Promise<number> => {
  const [row] = await db.query<{ last: number }>(
    `select coalesce(pg_sequence_last_value(pg_get_serial_sequence('outbox', 'seq')::regclass), 0)::float8 as last`,
  );
  return row?.last ?? 0;
};

/** Numbers up to `last` that nobody has committed yet. */
export const missingRanges = (db: Queryable, last: number): Promise<Range[]> =>
  db.query<Range>(
    `select (before + 1)::float8 as "from", (seq - 1)::float8 as "to"
     from (select seq, lag(seq, 1, $1::bigint) over (order by seq) as before
           from (select seq from outbox where seq > $1::bigint and seq <= $2::bigint union all select $2::bigint + 1) known) pairs
     where seq > before + 1 order by seq`,
    [Math.max(0, last - LOOK_BACK), last],
  );

type Row = Change & Snapshot;

// One statement, hence one snapshot: what it does not see, no transaction below xmin will ever bring.
const FIELDS = `o.seq::float8 as seq, o.t, o.i, o.n, o.u, o.acl, o.old_acl as "oldAcl", o.op`;
const READ = `
  select s.xmin, s.xmax, o.* from
    (select pg_snapshot_xmin(x)::text::float8 as xmin, pg_snapshot_xmax(x)::text::float8 as xmax from pg_current_snapshot() x) s
    left join lateral (
      (select ${FIELDS} from unnest($2::bigint[], $3::bigint[]) hole (first, last)
        join outbox o on o.seq between hole.first and hole.last order by o.seq limit $4)
      union all (select ${FIELDS} from outbox o where o.seq > $1::bigint order by o.seq limit $4)
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
  const rows = await db.query<Row>(READ, values, 'readOutbox');
  const [first] = rows;
  return {
    snapshot: { xmin: first?.xmin ?? 0, xmax: first?.xmax ?? Infinity },
    changes: rows
      .filter(({ seq }) => seq !== null)
      .map(({ seq, t, i, n, u, acl, oldAcl, op }) => ({ seq, t, i, n, u, acl, oldAcl, op })),
  };
};

export const pruneOutbox = (db: Queryable): Promise<unknown[]> =>
  db.query(`delete from outbox where at < now() - interval '1 hour'`);
