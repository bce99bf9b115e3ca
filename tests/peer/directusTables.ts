// Archive entries as an administrator of Directus would keep them: a collection with its relations, a policy that filters by level,
// organization and named readers, and indexes for its filters, sorts and searches. Called by copyToDirectus.ts.

import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { Queryable } from 'src/server/store/database.ts';

export interface DirectusDatabase {
  /** Folder of the unix socket. */
  readonly host: string;
  readonly user: string;
  readonly database: string;
}

/** Password of all its users, and the key with which it signs tokens. */
export const SECRET = randomUUID();

/** Texts that both products search. */
const SEARCHED = [
  'title',
  'secondary_title',
  'keywords',
  'creator',
  'contributor',
  'related_place_name',
  'description',
  'bibliographic_reference',
  'notes',
];

const TABLES = `
  create extension if not exists pg_trgm;
  create table organization (id int primary key, name text not null);
  create table topic (id int primary key, name text not null);
  create table collection (id int primary key, name text not null);
  create table source (id int primary key, name text not null);
  create table entry (
    id int primary key, access text not null, owner int not null references organization, title text not null, secondary_title text,
    type text, category json, description text, date text, year_published int, language json, creator text, contributor text,
    publisher text, location_published text, bibliographic_reference text, call_number text, file_number text, standard_number text,
    reel_number text, record_group_number text, section text, pages text, volume_name text, volume_number text, keywords text,
    related_place_name text, notes text, web_links json, source_org int references organization, source int references source,
    created timestamptz not null);
  create table entry_topic (id serial primary key, entry int not null references entry, topic int not null references topic);
  create table entry_collection (id serial primary key, entry int not null references entry, collection int not null references collection);
  create table entry_reader (id serial primary key, entry int not null references entry, reader uuid not null references directus_users);
  create table membership (id serial primary key, person uuid not null references directus_users, organization int not null references organization)`;

const INDEXES = [
  ...['access', 'owner', 'type', 'created', 'source_org', 'source', 'year_published'].map((name) => `entry (${name})`),
  'entry (type, access, created desc)',
  'entry (lower(title) text_pattern_ops)',
  ...SEARCHED.map((name) => `entry using gin (lower(${name}) gin_trgm_ops)`),
  ...['topic', 'collection', 'reader'].flatMap((name) => [`entry_${name} (entry)`, `entry_${name} (${name})`]),
  'membership (person)',
];

const COLLECTIONS = [
  ...['entry', 'organization', 'topic', 'collection', 'source'],
  ...['entry_topic', 'entry_collection', 'entry_reader', 'membership'],
];

/** Lists of related items: collection, field, its special kind, table of the relation, its two columns. */
const LISTS = [
  ['entry', 'topics', 'm2m', 'entry_topic', 'entry', 'topic'],
  ['entry', 'collections', 'm2m', 'entry_collection', 'entry', 'collection'],
  ['entry', 'readers', 'm2m', 'entry_reader', 'entry', 'reader'],
  ['directus_users', 'organizations', 'm2m', 'membership', 'person', 'organization'],
] as const;

/** Single relations: table, column, collection. */
const SINGLE = [
  ['entry', 'owner', 'organization'],
  ['entry', 'source_org', 'organization'],
  ['entry', 'source', 'source'],
  ['entry_topic', 'topic', 'topic'],
  ['entry_collection', 'collection', 'collection'],
  ['entry_reader', 'reader', 'directus_users'],
  ['membership', 'organization', 'organization'],
] as const;

const JSON_FIELDS = ['category', 'language', 'web_links'];
/** Texts of which a search needs no words. */
const UNSEARCHED = ['access', 'type', 'date', 'publisher', 'location_published', 'call_number', 'file_number']
  .concat(['standard_number', 'reel_number', 'record_group_number', 'section', 'pages', 'volume_name', 'volume_number'])
  .concat(['id', 'owner', 'year_published', 'source_org', 'source']);

const describe = async (db: Queryable): Promise<void> => {
  await db.query('insert into directus_collections (collection) select unnest($1::text[])', [COLLECTIONS]);
  const fields = 'insert into directus_fields (collection, field, special, searchable) values ($1, $2, $3, $4)';
  for (const name of JSON_FIELDS) await db.query(fields, ['entry', name, 'cast-json', false]);
  for (const name of UNSEARCHED) await db.query(fields, ['entry', name, null, false]);
  const relation = `insert into directus_relations (many_collection, many_field, one_collection, one_field, junction_field)
    values ($1, $2, $3, $4, $5)`;
  for (const [collection, field, special, table, own, other] of LISTS) {
    await db.query(fields, [collection, field, special, true]);
    await db.query(relation, [table, own, collection, field, other]);
  }
  for (const [table, column, collection] of SINGLE) {
    const list = LISTS.find((each) => each[3] === table);
    await db.query(relation, [table, column, collection, null, list?.[4] ?? null]);
  }
};

const READABLE = {
  _or: [
    { access: { _eq: 'PUBLIC' } },
    { owner: { _in: '$CURRENT_USER.organizations.organization' } },
    { readers: { reader: { _eq: '$CURRENT_USER' } } },
  ],
};
const CHANGEABLE = { owner: { _in: '$CURRENT_USER.organizations.organization' } };

/** Creates a role whose people may read and change entries, and returns its id. */
const makeRole = async (db: Queryable): Promise<string> => {
  const [role, policy] = [randomUUID(), randomUUID()];
  await db.query('insert into directus_roles (id, name) values ($1, $2)', [role, 'Member']);
  const policies = 'insert into directus_policies (id, name, admin_access, app_access) values ($1, $2, false, false)';
  await db.query(policies, [policy, 'Member']);
  await db.query('insert into directus_access (id, role, policy) values ($1, $2, $3)', [randomUUID(), role, policy]);
  const permission =
    "insert into directus_permissions (policy, collection, action, permissions, fields) values ($1, $2, $3, $4, '*')";
  for (const name of COLLECTIONS) await db.query(permission, [policy, name, 'read', name === 'entry' ? READABLE : {}]);
  await db.query(permission, [policy, 'directus_users', 'read', { id: { _eq: '$CURRENT_USER' } }]);
  await db.query(permission, [policy, 'entry', 'update', CHANGEABLE]);
  return role;
};

/** Creates the collections, their descriptions and the role of ordinary people. Returns the role. */
export const makeTables = async (db: Queryable): Promise<string> => {
  for (const statement of TABLES.split(';')) await db.query(statement);
  await describe(db);
  return await makeRole(db);
};

export interface DirectusPerson {
  readonly id: string;
  readonly email: string;
  readonly organizations: readonly number[];
}

/** Gives a person of the copied data a password, the role and memberships. */
export const addMember = async (db: Queryable, role: string, person: DirectusPerson): Promise<void> => {
  const { id, email, organizations } = person;
  const password = await hash(SECRET);
  await db.query(
    `insert into directus_users (id, first_name, email, password, role, status, provider) values ($1, 'Member', $2, $3, $4, 'active', 'default')
     on conflict (id) do update set email = excluded.email, password = excluded.password, role = excluded.role`,
    [id, email, password, role],
  );
  await db.query('insert into membership (person, organization) select $1, unnest($2::int[])', [id, organizations]);
};

export const makeIndexes = async (db: Queryable): Promise<void> => {
  for (const index of INDEXES) await db.query(`create index on ${index}`);
  await db.query('vacuum analyze');
};
