// Checks that a PostgreSQL server can hold the product's data. It is safer to refuse at the start than to lose text later.

import type { Queryable } from 'src/server/store/database.ts';

const OLDEST = 150000;

/** Thrown when the server or its database cannot hold the data. The message says what to do. */
export class UnfitServer extends Error {}

interface Facts {
  readonly version: number;
  readonly encoding: string;
  readonly name: string;
  readonly intarray: boolean;
}

const SERVER_FACTS_SQL = `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
  current_database() as name, exists (select from pg_extension where extname = 'intarray') as intarray`;

/** Throws UnfitServer when the server is too old, or the database is not UTF-8. */
export const checkServer = async (db: Queryable): Promise<void> => {
  const [facts] = await db.query<Facts>(SERVER_FACTS_SQL);
  if (!facts) throw new Error('The database does not answer.');
  if (facts.version < OLDEST)
    throw new UnfitServer(`PostgreSQL 15 or newer is needed; this server is ${facts.version}.`);
  if (facts.encoding !== 'UTF8')
    throw new UnfitServer(`Database ${facts.name} is ${facts.encoding}; create it with encoding UTF8.`);
  // This extension replaces operators of int[], after which indexes are silently not used.
  if (facts.intarray)
    throw new UnfitServer(
      `Database ${facts.name} has the extension intarray, which silently disables the indexes of items. Drop it.`,
    );
};

/** Throws UnfitServer unless trigrams of every script work, which they do not in a database of locale C. Needs the extension pg_trgm. */
export const checkTrigrams = async (db: Queryable): Promise<void> => {
  const [row] = await db.query<{ found: boolean; name: string }>(
    `select cardinality(show_trgm('ᓀᐦᐃᔭᐍᐏᐣ')) > 0 and 'ąłǫ' ~ '^[[:alpha:]]+$' as found, current_database() as name`,
  );
  if (row?.found) return;
  throw new UnfitServer(
    `Database ${row?.name} cannot search text in syllabics, because its character type is C. ` +
      "Create it anew: create database … template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C.UTF-8'.",
  );
};
