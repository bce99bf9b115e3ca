// The SQL of the change feed.

import type { Queryable } from 'src/server/store/database.ts';
import type { Change } from 'src/server/watch/changeFeed.ts';
import type { Snapshot } from 'src/server/watch/sequenceGaps.ts';

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
export const missingNumbers = async (db: Queryable, last: number): Promise<number[]> => {
  const rows = await db.query<{ seq: number }>(
    `select s::float8 as seq from generate_series($1::bigint, $2::bigint) s where not exists (select from outbox o where o.seq = s)`,
    [Math.max(1, last - LOOK_BACK), last],
  );
  return rows.map(({ seq }) => seq);
};

type Row = Change & Snapshot;

// One statement, hence one snapshot: what it does not see, no transaction below xmin will ever bring.
const READ = `
  select s.xmin, s.xmax, o.* from
    (select pg_snapshot_xmin(x)::text::float8 as xmin, pg_snapshot_xmax(x)::text::float8 as xmax from pg_current_snapshot() x) s
    left join lateral (
      select seq::float8 as seq, t, i, n, u, acl, old_acl as "oldAcl", op from outbox where seq > $1::bigint or seq = any($2::bigint[]) order by outbox.seq limit $3
    ) o on true
  order by o.seq`;

export const readOutbox = async (
  db: Queryable,
  above: number,
  holes: readonly number[],
  max: number,
): Promise<{ snapshot: Snapshot; changes: Change[] }> => {
  const rows = await db.query<Row>(READ, [above, holes, max], 'readOutbox');
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
