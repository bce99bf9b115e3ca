// The one SQL condition of the read filter, carried by every statement that shows, counts or names an item.
// The mask must be a bytea parameter: read by a sub-select it would be de-toasted per row (25 times slower).

/** The acl (its column with its table), or while a job works out anew what some granter gave, that of those who read without any grant. */
export const unlessClosed = (acl: string): string =>
  `coalesce((select closed.base from closed_acl closed where (select exists (select from closed_acl)) and closed.acl = ${acl}), ${acl})`;

/**
 * `readable('item.acl', '$2')` holds for acls that the mask in `$2` may read. The last bit answers for acls beyond the mask, since
 * get_bit raises past the end. The cast (not `= 1`) is what the planner estimates well.
 */
export const readable = (acl: string, mask: string): string =>
  `get_bit(${mask}::bytea, least(${unlessClosed(acl)}, octet_length(${mask}::bytea) * 8 - 1))::bool`;

/**
 * From the rows that say by which acl the items below a root are read while a job moves them; the newest one holds. There are
 * hardly ever any: the sub-select is worked out once for a statement, and then no row looks for its own.
 */
export const pendingFor = (row: string): string =>
  `from pending_readers pending where (select exists (select from pending_readers)) and pending.t = ${row}.t and pending.term = any(${row}.terms) order by pending.seq desc limit 1`;

/** The acl by which the row of an item is read: its own, or that of its root while a job still has to move it. */
export const aclOf = (row: string): string => `coalesce((select pending.acl ${pendingFor(row)}), ${row}.acl)`;
