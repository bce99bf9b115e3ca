// Copies the archive entries of the corpus, their relations and readers into the database of Directus. The restricted notes become a text
// that every reader of the entry may see, which is less work for Directus; other restricted parts are left out. Called by measurePeer.ts.

import { registry } from 'src/generated/registry.server.ts';
import { createDatabase, type Database, type Queryable } from 'src/server/store/database.ts';
import { partitionOf } from 'src/server/store/partitions.ts';
import {
  addMember,
  makeIndexes,
  makeTables,
  type DirectusDatabase,
  type DirectusPerson,
} from 'tests/peer/directusTables.ts';

const BATCH = 5_000;
const STATEMENT_MS = 30 * 60_000;

const tableOf = (type: string): string => partitionOf(registry.types[type]?.number ?? 0);

/** Number of the item that a property names, or of each item of a list. */
const numberOf = (text: string): string => `split_part(${text}, '-', 2)::int`;
const numbersOf = (name: string): string =>
  `(select json_agg(${numberOf('one')}) from jsonb_array_elements_text(x.body -> '${name}') one)`;
const wordsOf = (name: string): string =>
  `(select string_agg(one, ', ') from jsonb_array_elements_text(x.body -> '${name}') one)`;

const SAME = {
  title: 'title',
  secondary_title: 'secondaryTitle',
  type: 'type',
  description: 'description',
  date: 'date',
  creator: 'creator',
  publisher: 'publisher',
  location_published: 'locationPublished',
  bibliographic_reference: 'bibliographicReference',
  call_number: 'callNumber',
  file_number: 'fileNumber',
  standard_number: 'standardNumber',
  reel_number: 'reelNumber',
  record_group_number: 'recordGroupNumber',
  section: 'section',
  pages: 'pages',
  volume_name: 'volumeName',
  volume_number: 'volumeNumber',
  related_place_name: 'relatedPlaceName',
};

const COLUMNS: Readonly<Record<string, string>> = {
  id: 'x.i',
  access: "(array['PUBLIC','COMMUNITY','PROTECTED','PRIVATE'])[x.level + 1]",
  owner: numberOf("x.body ->> 'owner'"),
  ...Object.fromEntries(Object.entries(SAME).map(([column, name]) => [column, `x.body ->> '${name}'`])),
  category: "x.body -> 'category'",
  language: "x.body -> 'language'",
  web_links: "x.body -> 'webLinks'",
  keywords: wordsOf('keywords'),
  contributor: wordsOf('contributor'),
  year_published: "left(x.body ->> 'yearPublished', 4)::int",
  source_org: numberOf("x.body ->> 'sourceOrg'"),
  source: numberOf("x.body ->> 'source'"),
  notes: `(select part.body ->> 'notes' from item_level part where part.t = x.t and part.i = x.i and part.body ? 'notes')`,
  created: 'x.created',
  topics: numbersOf('topics'),
  collections: numbersOf('collections'),
  readers: `(select json_agg(md5(substr(p.key, 6))::uuid) from acl join principal p on p.id = any(acl.readers)
    where acl.id = x.acl and p.key like 'user:%')`,
};

const READ = `select max(i)::int as last, json_agg(row)::text as rows from (
  select x.i, json_build_object(${Object.entries(COLUMNS)
    .map(([column, value]) => `'${column}', ${value}`)
    .join(', ')}) as row
  from ${tableOf('ArchiveEntry')} x where x.i > $1 order by x.i limit ${BATCH}) each`;

const ENTRY_COLUMNS = Object.keys(COLUMNS).filter((name) => !['topics', 'collections', 'readers'].includes(name));

const WRITE = `with rows as materialized (select value as row from json_array_elements($1::json)),
  entries as (insert into entry (${ENTRY_COLUMNS.join(', ')})
    select ${ENTRY_COLUMNS.map((name) => `e.${name}`).join(', ')} from rows, json_populate_record(null::entry, row) e)`;

const listOf = (name: string, list: string, cast: string): string =>
  `insert into entry_${name} (entry, ${name}) select (row ->> 'id')::int, one::${cast}
   from (select value as row from json_array_elements($1::json)) rows,
   json_array_elements_text(case json_typeof(row -> '${list}') when 'array' then row -> '${list}' else '[]' end) one`;

const copyEntries = async (from: Queryable, to: Database): Promise<number> => {
  let last = 0;
  let count = 0;
  for (;;) {
    const [batch] = await from.query<{ last: number | null; rows: string }>(READ, [last]);
    if (!batch || batch.last === null) return count;
    const { rows } = batch;
    await to.transaction(async (tx) => {
      await tx.query(`${WRITE} select 1`, [rows]);
      await tx.query(listOf('topic', 'topics', 'int'), [rows]);
      await tx.query(listOf('collection', 'collections', 'int'), [rows]);
      await tx.query(listOf('reader', 'readers', 'uuid'), [rows]);
    });
    last = batch.last;
    count += BATCH;
  }
};

const NAMED: Readonly<Record<string, string>> = {
  organization: 'Organization',
  topic: 'ResearchTopic',
  collection: 'Collection',
  source: 'Source',
};

const copyNames = async (from: Queryable, to: Queryable): Promise<void> => {
  for (const [table, type] of Object.entries(NAMED)) {
    const [found] = await from.query<{ rows: string }>(
      `select json_agg(json_build_object('id', i, 'name', label))::text as rows from ${tableOf(type)}`,
    );
    await to.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1::json)`, [
      found?.rows ?? '[]',
    ]);
  }
  const [people] = await from.query<{ ids: string[] }>(
    `select array_agg(md5('User-' || i)::uuid::text) as ids from ${tableOf('User')}`,
  );
  await to.query(
    "insert into directus_users (id, first_name, status, provider) select unnest($1::uuid[]), 'Person', 'active', 'default'",
    [people?.ids],
  );
};

/** Fills the database of Directus, in which its own tables exist. */
export const copyToDirectus = async (
  from: Queryable,
  { host, user, database }: DirectusDatabase,
  people: readonly DirectusPerson[],
): Promise<void> => {
  const connection = { host, user, database };
  const to = createDatabase({ connection, poolSize: 4, statementTimeout: STATEMENT_MS, log: console.error });
  const role = await makeTables(to);
  await copyNames(from, to);
  await copyEntries(from, to);
  for (const person of people) await addMember(to, role, person);
  await makeIndexes(to);
  await to.end();
};
