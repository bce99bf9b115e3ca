// SQL condition of the read filter, part of every statement that shows, counts or names an item. The mask must be a bytea parameter: read
// by a sub-select, it would be decompressed for each row (25 times slower).

/** Returns the acl expression: the column, or the acl without grants while a job computes the readers of grants again. */
export const unlessClosed = (acl: string): string =>
  `coalesce((select closed.base from closed_acl closed where (select exists (select from closed_acl)) and closed.acl = ${acl}), ${acl})`;

/**
 * Returns a condition: `readable('item.acl', '$2')` is true for acls that the mask in `$2` may read. The last bit is used for acls beyond
 * the mask, since get_bit raises an error there. The planner estimates the cast well, unlike `= 1`.
 */
export const readable = (acl: string, mask: string): string =>
  `get_bit(${mask}::bytea, least(${unlessClosed(acl)}, octet_length(${mask}::bytea) * 8 - 1))::bool`;

/**
 * Selects the rows that give the acl of items below a root while a job updates them; the newest one counts. The table is usually empty: the
 * sub-select is evaluated once for a statement, and rows then need no look-up.
 */
export const pendingFor = (row: string): string =>
  `from pending_readers pending where (select exists (select from pending_readers)) and pending.t = ${row}.t and pending.term = any(${row}.terms) order by pending.seq desc limit 1`;

/** Returns the acl by which the row of an item is read: its own, or that of its root while a job still has to update it. */
export const aclOf = (row: string): string => `coalesce((select pending.acl ${pendingFor(row)}), ${row}.acl)`;

/** Returns the level of the row of an item: its own, or that of its root while a job still has to update it. */
export const presentLevel = (row: string): string =>
  `coalesce((select pending.level ${pendingFor(row)}), ${row}.level)`;
