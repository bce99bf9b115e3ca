// Computes who may read an item, as acl numbers: from its level, owners, declared readers and grants, or from the item that it belongs to.
// Called by the store when a write may change that. Reads its data with a share lock, so that the result stays valid until the transaction
// ends.

import { isLevel, type Level, levelRank, stricter } from 'src/model/access/levels.ts';
import type { Clock } from 'src/base/clock.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import type { Queryable } from 'src/server/store/database.ts';
import { SYSTEM_OWNER } from 'src/model/access/Subject.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import {
  granteesOf,
  granterFrom,
  type EffectiveGrant,
  type Grantee,
} from 'src/server/store/readers/effectiveGrants.ts';
import {
  readerIds,
  makersKeys,
  ownLevel,
  readerKeys,
  declaredReaderKeys,
} from 'src/server/store/readers/readerKeys.ts';
import type { ReadFilters } from 'src/server/store/readers/readFilters.ts';
import type { GrantRow, grantsOn } from 'src/server/store/grantRows.ts';

/** Data of a stored or new item that its readers depend on. */
export interface ReadersOf {
  readonly id: ItemId;
  readonly type: string;
  readonly number: number;
  readonly creator: ItemId;
  readonly properties: Readonly<Record<string, Json>>;
  /** See StoredItem. */
  readonly undeclared?: Readonly<Record<string, Level>>;
  /** False for an item that is being created, which has no grants. */
  readonly exists: boolean;
  /** Grants on the item, if they are known. */
  readonly grants?: readonly GrantRow[];
}

export interface Readers {
  readonly level: Level;
  readonly owners: readonly string[];
  readonly acl: number;
  /** Returns the acl of a level; the item's own when the level is not stricter. */
  aclAt(level: Level): Promise<number>;
}

export interface ReaderResolver {
  readersOf(db: Queryable, item: ReadersOf): Promise<Readers>;
  /** Returns the keys of the principals that read the item, or a stricter level of it, without a grant. */
  ownKeysOf(db: Queryable, item: ReadersOf, level?: Level): Promise<readonly string[]>;
  /** Returns the owners without interning anything. `sees` excludes owners from items that the caller may not read. */
  ownersOf(db: Queryable, item: ReadersOf, sees?: (acl: number) => boolean): Promise<readonly string[]>;
}

type Related = ReadersOf & { readonly owners: readonly string[]; readonly acl: number };

interface Options {
  readonly registry: ServerRegistry;
  readonly readFilters: Pick<ReadFilters, 'aclFor'>;
  /** Returns a related item. Within a write, its row is locked against a change of readers. */
  readonly findRelated: (db: Queryable, id: ItemId) => Promise<Related | undefined>;
  readonly grantsOn: typeof grantsOn;
  readonly clock: Clock;
}

interface Request {
  readonly db: Queryable;
  readonly type: ServerItemType;
  readonly item: ReadersOf;
  /** Excludes what the caller may not read. */
  readonly sees?: ((acl: number) => boolean) | undefined;
  readonly withGrants?: boolean | undefined;
}

// Limit of nesting. Items in a cycle inherit from none.
const MAX_INHERIT_DEPTH = 8;

const readersRequest = ({ registry }: Options, db: Queryable, item: ReadersOf): Request => {
  const type = registry.types[item.type];
  if (!type) throw new Error(`Undeclared type ${item.type}`);
  return { db, type, item };
};

const relatedAt = async ({ findRelated }: Options, { db, item, sees }: Request, path: string): Promise<Related[]> => {
  const found = await Promise.all(readerIds(item, path).map((id) => findRelated(db, id)));
  return found.filter((each) => each !== undefined).filter(({ acl }) => sees?.(acl) ?? true);
};

const ownerIdsOf = async (options: Options, of: Request): Promise<string[]> => {
  const { type, item } = of;
  const { owner } = type.server.access.read;
  if (owner === undefined) return [SYSTEM_OWNER];
  const [rel = '', ...rest] = owner.split('.');
  const owners =
    rest.length > 0 && type.properties[rel]?.rel
      ? (await relatedAt(options, of, rel)).flatMap((each) => readerIds(each, rest.join('.')))
      : readerIds(item, owner);
  return owners.length === 0 ? [SYSTEM_OWNER] : [...new Set(owners)];
};

/** Returns the grants on the item whose granters still have an account. */
const grantsOf = async (
  { findRelated, clock, ...options }: Options,
  { db, type, item, withGrants }: Request,
): Promise<EffectiveGrant[]> => {
  const isGranted = item.exists && withGrants !== false;
  const rows = isGranted ? (item.grants ?? (await options.grantsOn(db, [{ t: type.number, i: item.number }]))) : [];
  const granters = new Map<ItemId, EffectiveGrant['granter'] | undefined>();
  // Sequential and ordered, because each is locked during a write.
  for (const id of [...new Set(rows.map(({ grantedBy }) => grantedBy))].sort()) {
    const user = await findRelated(db, id);
    granters.set(id, user && granterFrom(id, user.properties, clock.now()));
  }
  return rows.flatMap(({ key, actions, grantedBy }) => {
    const granter = granters.get(grantedBy);
    return granter ? [{ key, actions, granter }] : [];
  });
};

/** Readers as keys, not yet interned. */
interface Standing {
  readonly level: Level;
  readonly owners: readonly string[];
  /** Returns readers without grants. `insiders` leaves out the declared readers that are owners of other items. */
  ownKeysAt(level: Level, insiders?: boolean): readonly string[];
  /** Returns readers by grants on the item or on the one that it belongs to. */
  granteesAt(level: Level): readonly Grantee[];
}

/** Only the creator reads an item with an empty owner relation: an upload is hidden until it is attached. */
const unattached = async (options: Options, of: Request, grants: readonly EffectiveGrant[]): Promise<Standing> => {
  const owners = await ownerIdsOf(options, of);
  const readers = makersKeys({ ...of, owners });
  const granted = granteesOf(grants, { level: 'PRIVATE', own: 'PRIVATE', readers });
  return { level: 'PRIVATE', owners, ownKeysAt: () => readers, granteesAt: () => granted };
};

const byItself = async (options: Options, of: Request, grants: readonly EffectiveGrant[]): Promise<Standing> => {
  const own = ownLevel(of.type, of.item);
  const owners = await ownerIdsOf(options, of);
  const ownKeysAt: Standing['ownKeysAt'] = (level, insiders = false) =>
    readerKeys({ ...of, owners, insiders }, level, own);
  const granteesAt = (level: Level): Grantee[] => granteesOf(grants, { level, own, readers: ownKeysAt(level) });
  return { level: own, owners, ownKeysAt, granteesAt };
};

/** Returns the item's own level if its type declares one. Its readers must also be able to read that level of the item it belongs to. */
const ownLeast = ({ type, item }: Request): Level =>
  'path' in type.server.access.read.level ? ownLevel(type, item) : 'PUBLIC';

/** Returns the level of the property in which a related item lists this one, such as that of its restricted files. */
const listedLevel = ({ registry }: Options, { type, item }: Request, parents: readonly Related[]): Level => {
  const { inheritLevelOf } = type.server.access.read;
  const name = inheritLevelOf === undefined ? undefined : item.properties[inheritLevelOf];
  if (typeof name !== 'string') return 'PUBLIC';
  const levels = parents.map((parent) => registry.types[parent.type]?.properties[name]?.level ?? 'PUBLIC');
  return levels.reduce(stricter, 'PUBLIC');
};

interface Inherited {
  readonly parents: readonly Standing[];
  readonly listed: Level;
  readonly grants: readonly EffectiveGrant[];
}

/** Combines the readers of the items that this one belongs to, those that its type names, and its grantees. */
const inherited = (of: Request, { parents, listed, grants }: Inherited): Standing => {
  const { inheritAtLeast = 'PUBLIC' } = of.type.server.access.read;
  const atLeast = stricter(stricter(inheritAtLeast, listed), ownLeast(of));
  const widest = parents.map((each) => each.level).reduce((a, b) => (levelRank(a) <= levelRank(b) ? a : b));
  const own = stricter(widest, atLeast);
  const owners = [...new Set(parents.flatMap((each) => each.owners))];
  const requestedLevel = (level: Level, parent: Standing): Level => stricter(stricter(level, atLeast), parent.level);
  const belongsToOwner = of.type.server.access.read.inheritAtLeast !== undefined;
  const ownKeysAt: Standing['ownKeysAt'] = (level, insiders = false) => [
    ...parents.flatMap((parent) => [...parent.ownKeysAt(requestedLevel(level, parent), insiders || belongsToOwner)]),
    ...declaredReaderKeys({ ...of, owners }, stricter(level, own)),
  ];
  const granteesAt = (level: Level): Grantee[] => [
    ...parents.flatMap((parent) => [...parent.granteesAt(requestedLevel(level, parent))]),
    ...granteesOf(grants, { level, own, readers: ownKeysAt(level) }),
  ];
  return { level: own, owners, ownKeysAt, granteesAt };
};

/** Strictest limit that related items set. `isClosed` is true when one of them is not open. */
interface Limit {
  readonly level: Level;
  readonly isClosed: boolean;
}

const UNLIMITED: Limit = { level: 'PUBLIC', isClosed: false };
const CLOSED_LIMIT: Limit = { level: 'PRIVATE', isClosed: true };

const strictest = (limits: readonly Limit[]): Limit =>
  limits.reduce((a, b) => ({ level: stricter(a.level, b.level), isClosed: a.isClosed || b.isClosed }), UNLIMITED);

/** Returns the limit that an item declares for those that name it. A level without a value is the strictest. */
const declaredLimit = ({ type, item }: Request): Limit => {
  const { limits } = type.server.access.read;
  if (!limits) return UNLIMITED;
  const level = item.properties[limits.level];
  const isOpen = limits.open.in.some((value) => value === item.properties[limits.open.path]);
  return { level: isLevel(level) ? level : 'PRIVATE', isClosed: !isOpen };
};

/** Returns the limit that related items set for an item. One in a cycle is closed. */
const relatedLimit = async (options: Options, of: Request, depth = 0): Promise<Limit> => {
  const { limitedBy = [] } = of.type.server.access.read;
  if (limitedBy.length === 0) return UNLIMITED;
  if (depth > MAX_INHERIT_DEPTH) return CLOSED_LIMIT;
  const limiting = await Promise.all(limitedBy.map((path) => relatedAt(options, { ...of, sees: undefined }, path)));
  const limits = limiting.flat().map(async (related) => {
    const request = readersRequest(options, of.db, related);
    return strictest([declaredLimit(request), await relatedLimit(options, request, depth + 1)]);
  });
  return strictest(await Promise.all(limits));
};

const withLimit = (standing: Standing, { level, isClosed }: Limit): Standing =>
  isClosed
    ? { level: 'PRIVATE', owners: standing.owners, ownKeysAt: () => [], granteesAt: () => [] }
    : {
        level: stricter(standing.level, level),
        owners: standing.owners,
        ownKeysAt: (asked, insiders) => standing.ownKeysAt(stricter(asked, level), insiders),
        granteesAt: (asked) => standing.granteesAt(stricter(asked, level)),
      };

const standingAt = async (options: Options, of: Request, depth = 0): Promise<Standing> => {
  const standing = await unlimitedStanding(options, of, depth);
  return of.type.server.access.read.limitedBy ? withLimit(standing, await relatedLimit(options, of)) : standing;
};

const unlimitedStanding = async (options: Options, of: Request, depth: number): Promise<Standing> => {
  const grants = await grantsOf(options, of);
  const { inherit } = of.type.server.access.read;
  if (inherit === undefined) return byItself(options, of, grants);
  const parents = depth > MAX_INHERIT_DEPTH ? [] : await relatedAt(options, of, inherit);
  if (parents.length === 0) return unattached(options, of, grants);
  const found = parents.map((parent) =>
    standingAt(options, { ...readersRequest(options, of.db, parent), withGrants: of.withGrants }, depth + 1),
  );
  const listed = listedLevel(options, of, parents);
  return inherited(of, { parents: await Promise.all(found), listed, grants });
};

export const createReaders = (options: Options): ReaderResolver => ({
  readersOf: async (db, item) => {
    const { level: own, owners, ownKeysAt, granteesAt } = await standingAt(options, readersRequest(options, db, item));
    const aclOf = (level: Level): Promise<number> => options.readFilters.aclFor(ownKeysAt(level), granteesAt(level));
    const acl = await aclOf(own);
    return {
      level: own,
      owners,
      acl,
      aclAt: async (level) => (levelRank(level) <= levelRank(own) ? acl : aclOf(level)),
    };
  },
  ownKeysOf: async (db, item, level = 'PUBLIC') => {
    const standing = await standingAt(options, { ...readersRequest(options, db, item), withGrants: false });
    return standing.ownKeysAt(stricter(level, standing.level));
  },
  ownersOf: async (db, item, sees) => {
    const of = { ...readersRequest(options, db, item), sees };
    const { inherit } = of.type.server.access.read;
    const parents = inherit === undefined ? [] : await relatedAt(options, of, inherit);
    return parents.length === 0 ? ownerIdsOf(options, of) : [...new Set(parents.flatMap((parent) => parent.owners))];
  },
});
