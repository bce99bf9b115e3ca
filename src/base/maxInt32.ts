/** Largest 32-bit integer: the upper limit of PostgreSQL's `integer` and of timer delays. A search with this limit returns all ids. */
export const MAX_INT32 = 2_147_483_647;
