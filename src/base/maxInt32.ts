/** The greatest 32-bit integer: PostgreSQL's `integer` and the delay of a timer end there, and a search for so many ids asks for all. */
export const MAX_INT32 = 2_147_483_647;
