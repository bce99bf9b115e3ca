// Finds a text or bytes in the tables of the database and the files of the data folder. Used by the tests of erased records.

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from 'src/server/store/database.ts';

/** Returns the tables with a row that contains the text. */
export const tablesHolding = async (database: Database, text: string): Promise<string[]> => {
  const tables = await database.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const held: string[] = [];
  for (const { name } of tables)
    if ((await database.query(`select 1 from ${name} x where x::text ilike $1 limit 1`, [`%${text}%`])).length > 0)
      held.push(name);
  return held;
};

export const filesHolding = async (folder: string, content: Buffer | string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
  const held = await Promise.all(paths.map(async (path) => ((await readFile(path)).includes(content) ? [path] : [])));
  return held.flat();
};

export const namesHolding = async (folder: string, text: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true })).filter((name) => name.includes(text));
