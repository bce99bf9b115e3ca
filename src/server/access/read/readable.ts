// The one SQL condition of the gate, carried by every statement that shows, counts or names an item.
// The mask must be a bytea parameter: read by a sub-select it would be de-toasted per row (25 times slower).

/**
 * `readable('item.acl', '$2')` holds for acls that the mask in `$2` may read. The last bit answers for acls beyond the mask, since
 * get_bit raises past the end. The cast (not `= 1`) is what the planner estimates well.
 */
export const readable = (acl: string, mask: string): string =>
  `get_bit(${mask}::bytea, least(${acl}, octet_length(${mask}::bytea) * 8 - 1))::bool`;
