// Migration of the year in which an entry was published: a number becomes an approximate date.

import type { MigrateValue } from 'src/server/extend.ts';

/** Returns `1931` as a text of four digits. Other values stay. */
export const yearAsDate: MigrateValue = (value) =>
  typeof value === 'number' ? String(value).padStart(4, '0') : (value ?? null);
