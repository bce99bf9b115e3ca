// The read filter: what one subject may read, as a mask over acl ids. Every channel that shows or counts anything applies it. Sets of
// principals are cached and shared. New acls reach all sets in use: those of this process at once, those of others by the change feed.

import { boundedCache } from 'src/server/store/boundedCache.ts';
import { type Subject, EVERYONE, SIGNED_IN } from 'src/model/access/Subject.ts';
import { principalsOf } from 'src/model/access/principalsOf.ts';
import { createPrincipalSet, type PrincipalSet, createPrincipalSets } from 'src/server/store/readers/principalSets.ts';
import { aclsById, internAcl, internPrincipals, principalsById, type AclRow } from 'src/server/store/aclRows.ts';
import type { Grantee } from 'src/server/store/readers/effectiveGrants.ts';
import type { Queryable } from 'src/server/store/database.ts';

export interface ReadFilter {
  readonly subject: Subject;
  /** Interned principals of the subject. */
  readonly principals: readonly number[];
  /**
   * Bit n (byte n >> 3, bit n & 7, like PostgreSQL's get_bit) is set when acl n is readable. Every bit of an administrator's mask is set.
   * The last bit represents all later acls. It is passed as a bytea parameter to the condition of readCondition.ts.
   */
  readonly mask: Buffer;
  /** Acls from this number on are not in the mask and count as hidden, for administrators as visible. */
  readonly known: number;
  canRead(acl: number): boolean;
}

export interface ReadFilters {
  /** Returns the read filter of a subject with all acls known to this process. It is updated when further acls are learned. */
  readFilterFor(subject: Subject): Promise<ReadFilter>;
  /** Learns new acl ids. Resolves when every read filter includes them. The feed awaits this before it tests receivers. */
  learn(acls: readonly number[]): Promise<void>;
  /** Learns all acls that exist, after the feed has missed changes. */
  learnAll(): Promise<void>;
  /** Interns principals and grantees as readers and returns the acl id, which every read filter of this process then includes. */
  aclFor(readers: readonly string[], granted?: readonly Grantee[]): Promise<number>;
  /** Returns interned numbers of principal keys. */
  principalIds(keys: readonly string[]): Promise<number[]>;
}

const RECENT_ACLS = 20_000;
const ADMIN_SET_KEY = 'admin';

/** `readView` provides the mask: that of `set`, or one of everything for an administrator. */
const readFilterOver = (subject: Subject, set: PrincipalSet, readView: PrincipalSet): ReadFilter => ({
  subject,
  get principals() {
    return set.principals;
  },
  get mask() {
    return readView.mask;
  },
  get known() {
    return readView.known;
  },
  canRead: readView.has,
});

/**
 * Removes principals that a wider one contains (`everyone` contains all, `signedIn` all except `everyone`), so that fewer distinct sets are
 * stored. Visitors hold `everyone` only.
 */
const withoutNarrower = (readers: readonly string[]): string[] => {
  if (readers.includes(EVERYONE)) return [EVERYONE];
  if (readers.includes(SIGNED_IN)) return [SIGNED_IN];
  return [...new Set(readers)].sort();
};

export const createReadFilters = (db: Queryable): ReadFilters => {
  const sets = createPrincipalSets(db);
  const readersOfAcl = boundedCache<number, readonly number[]>(RECENT_ACLS);
  const aclOfReaders = boundedCache<string, number>(RECENT_ACLS);
  const everything = createPrincipalSet([ADMIN_SET_KEY], [], true);

  const apply = (row: AclRow): void => {
    readersOfAcl.set(row.id, row.readers);
    sets.offer(row);
  };

  const learn = async (acls: readonly number[]): Promise<void> => {
    const unknown = [...new Set(acls)].filter((acl) => readersOfAcl.get(acl) === undefined);
    if (unknown.length === 0) return;
    const rows = await aclsById(db, unknown);
    const unknownIds = [...new Set(rows.flatMap((row) => row.readers))].filter((id) => !sets.knowsPrincipal(id));
    if (unknownIds.length > 0) sets.notePrincipals(await principalsById(db, unknownIds));
    rows.forEach(apply);
  };

  const principalIds = async (keys: readonly string[]): Promise<number[]> => {
    const rows = await internPrincipals(db, keys);
    sets.notePrincipals(rows);
    return rows.map((row) => row.id);
  };

  /** A set of readers that contains grants changes with every grant. It is therefore not cached, and is deleted when no item uses it. */
  const aclFor: ReadFilters['aclFor'] = async (readers, granted = []) => {
    const keys = withoutNarrower([...readers, ...granted.map(({ key }) => key)]);
    const cacheKey = keys.join(' ');
    const lasting = cacheKey === withoutNarrower(readers).join(' ');
    const known = lasting ? aclOfReaders.get(cacheKey) : undefined;
    if (known !== undefined) return known;
    const granters = [...new Set(granted.map(({ by }) => by))].sort();
    const sorted = [...new Set(await principalIds(keys))].sort((a, b) => a - b);
    const id = await internAcl(db, sorted, lasting ? undefined : { base: await aclFor(readers), granters });
    if (readersOfAcl.get(id) === undefined) apply({ id, readers: sorted });
    if (lasting) aclOfReaders.set(cacheKey, id);
    return id;
  };

  return {
    readFilterFor: async (subject) => {
      const set = await sets.setFor(principalsOf(subject));
      return readFilterOver(subject, set, subject.admin ? everything : set);
    },
    learn,
    learnAll: sets.readAgain,
    principalIds,
    aclFor,
  };
};
