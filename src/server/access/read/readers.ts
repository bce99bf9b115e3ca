// Who may read an item, as the store asks for it and keeps it. Answered by read/readers.ts.
// Who may read an item, as acl numbers: from its level, owners, reader words, grants, or from the item it belongs to.
// Called by the store whenever a write may change that. Reads what it depends on with a share lock, so that the answer
// stays true until the transaction ends.

import { type Level, levelRank } from 'src/model/access/levels.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import type { Queryable } from 'src/server/store/database.ts';
import { SYSTEM_OWNER } from 'src/model/access/Subject.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import type { ReadFiltersWithAcls } from 'src/server/access/read/readFilters.ts';
import { grantedKeys, idsAt, makersKeys, ownLevel, readerKeys } from 'src/server/access/read/readerKeys.ts';
import { grantedReaders, type GrantedReader } from 'src/server/store/grantRows.ts';

/** The parts of an item, stored or proposed, that its readers follow from. */
export interface ReadersOf {
  readonly id: ItemId;
  readonly type: string;
  readonly number: number;
  readonly creator: ItemId;
  readonly properties: Readonly<Record<string, Json>>;
  /** False for an item that is just being made, which nobody has been granted anything of. */
  readonly exists: boolean;
}

export interface Readers {
  readonly level: Level;
  readonly owners: readonly string[];
  readonly acl: number;
  /** Readers of the properties of a level; the item's own where that is not stricter. */
  aclAt(level: Level): Promise<number>;
}

export interface ReaderResolver {
  readersOf(db: Queryable, item: ReadersOf): Promise<Readers>;
  /** The owners alone: nothing is interned. */
  ownersOf(db: Queryable, item: ReadersOf): Promise<readonly string[]>;
}

type Related = ReadersOf & { readonly owners: readonly string[] };

interface Options {
  readonly registry: ServerRegistry;
  readonly readFilters: ReadFiltersWithAcls;
  /** A related item; within a write its row is locked against a change of readers. */
  readonly findRelated: (db: Queryable, id: ItemId) => Promise<Related | undefined>;
}

interface Request {
  readonly db: Queryable;
  readonly type: ServerItemType;
  readonly item: ReadersOf;
}

// Items that belong to each other in a circle inherit from nobody.
const DEEPEST = 8;

const asked = ({ registry }: Options, db: Queryable, item: ReadersOf): Request => {
  const type = registry.types[item.type];
  if (!type) throw new Error(`Undeclared type ${item.type}`);
  return { db, type, item };
};

const relatedAt = async ({ findRelated }: Options, { db, item }: Request, path: string): Promise<Related[]> => {
  const found = await Promise.all(idsAt(item, path).map((id) => findRelated(db, id)));
  return found.filter((each) => each !== undefined);
};

const ownersOf = async (options: Options, { type, item, db }: Request): Promise<string[]> => {
  const { owner } = type.server.access.read;
  if (owner === undefined) return [SYSTEM_OWNER];
  const [rel = '', ...rest] = owner.split('.');
  const owners =
    rest.length > 0 && type.properties[rel]?.rel
      ? (await relatedAt(options, { db, type, item }, rel)).flatMap((each) => idsAt(each, rest.join('.')))
      : idsAt(item, owner);
  return owners.length === 0 ? [SYSTEM_OWNER] : [...new Set(owners)];
};

const grantsOf = async ({ db, type, item }: Request): Promise<GrantedReader[]> =>
  item.exists ? grantedReaders(db, type.number, item.number) : [];

/** What should belong to another item and does not yet is its maker's alone: no upload is seen before it is attached. */
const unattached = async (options: Options, of: Request): Promise<Readers> => {
  const owners = await ownersOf(options, of);
  const acl = await options.readFilters.aclFor(makersKeys({ ...of, owners, grants: await grantsOf(of) }));
  return { level: 'PRIVATE', owners, acl, aclAt: async () => acl };
};

const ownReaders = async (options: Options, of: Request): Promise<Readers> => {
  const level = ownLevel(of.type, of.item);
  const owners = await ownersOf(options, of);
  const grants = await grantsOf(of);
  const aclOf = (each: Level): Promise<number> =>
    options.readFilters.aclFor(readerKeys({ ...of, owners, grants }, each, level));
  const acl = await aclOf(level);
  return { level, owners, acl, aclAt: async (each) => (levelRank(each) <= levelRank(level) ? acl : aclOf(each)) };
};

/** Exactly the readers of the items that this one belongs to, and whom it was granted to. */
const inherited = async ({ readFilters }: Options, of: Request, parents: readonly Readers[]): Promise<Readers> => {
  const grants = await grantsOf(of);
  const level = parents.map((each) => each.level).reduce((a, b) => (levelRank(a) <= levelRank(b) ? a : b));
  const owners = [...new Set(parents.flatMap((each) => each.owners))];
  const aclOf = async (each: Level): Promise<number> => {
    const acls = await Promise.all(parents.map((parent) => parent.aclAt(each)));
    return readFilters.unionAcl([...new Set(acls)], grantedKeys(grants, each, level));
  };
  const acl = await aclOf(level);
  return { level, owners, acl, aclAt: async (each) => (levelRank(each) <= levelRank(level) ? acl : aclOf(each)) };
};

const readersAt = async (options: Options, of: Request, depth: number): Promise<Readers> => {
  const { inherit } = of.type.server.access.read;
  if (inherit === undefined) return ownReaders(options, of);
  const parents = depth > DEEPEST ? [] : await relatedAt(options, of, inherit);
  if (parents.length === 0) return unattached(options, of);
  const found = parents.map((parent) => readersAt(options, asked(options, of.db, parent), depth + 1));
  return inherited(options, of, await Promise.all(found));
};

export const createReaders = (options: Options): ReaderResolver => ({
  readersOf: async (db, item) => readersAt(options, asked(options, db, item), 0),
  ownersOf: async (db, item) => {
    const of = asked(options, db, item);
    const { inherit } = of.type.server.access.read;
    const parents = inherit === undefined ? [] : await relatedAt(options, of, inherit);
    return parents.length === 0 ? ownersOf(options, of) : [...new Set(parents.flatMap((parent) => parent.owners))];
  },
});
