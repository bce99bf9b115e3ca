// Turns connection settings of a test database into the address that DATABASE_URL contains, for processes that a test starts.

import type pg from 'pg';

export const addressOf = ({ connectionString, host = '', user = '', database = '', port }: pg.ClientConfig): string =>
  connectionString ?? `postgresql://${user}@localhost:${port ?? 5432}/${database}?host=${encodeURIComponent(host)}`;
