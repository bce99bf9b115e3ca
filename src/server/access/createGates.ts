// Gates: from a subject to the mask of what it may read. Sets of principals are cached and shared; new acls reach every set
// that is still in use, from this process's own writes at once and from other processes by the change feed.

import { principalsOf } from 'src/model/access/principalsOf.ts';
import type { Subject } from 'src/model/access/Subject.ts';
import { EVERYONE, SIGNED_IN } from 'src/model/access/Subject.ts';
import { createPrincipalSet, type PrincipalSet } from 'src/server/access/createPrincipalSet.ts';
import { createPrincipalSets } from 'src/server/access/createPrincipalSets.ts';
import type { Gate, Gates } from 'src/server/access/Gate.ts';
import { aclsById, internAcl, internPrincipals, principalsById, type AclRow } from 'src/server/store/aclRows.ts';
import { createRecent } from 'src/server/store/createRecent.ts';
import type { Queryable } from 'src/server/store/Database.ts';

export interface GatesWithAcls extends Gates {
  /** The acl of the readers of all these acls together, and of these principals. */
  unionAcl(acls: readonly number[], readers: readonly string[]): Promise<number>;
}

const RECENT_ACLS = 20_000;
const ADMIN = 'admin';

/** `sight` has the mask: the set itself, or everything for an administrator. */
const gateOver = (subject: Subject, set: PrincipalSet, sight: PrincipalSet): Gate => ({
  subject,
  get principals() {
    return set.principals;
  },
  get mask() {
    return sight.mask;
  },
  get known() {
    return sight.known;
  },
  canRead: sight.has,
});

/** Fewer distinct sets: who is in a wider principal needs no mention. Only signed-in subjects hold anything but `everyone`. */
const plainest = (readers: readonly string[]): string[] => {
  if (readers.includes(EVERYONE)) return [EVERYONE];
  if (readers.includes(SIGNED_IN)) return [SIGNED_IN];
  return [...new Set(readers)].sort();
};

export const createGates = (db: Queryable): GatesWithAcls => {
  const sets = createPrincipalSets(db);
  const readersOfAcl = createRecent<number, readonly number[]>(RECENT_ACLS);
  const aclOfReaders = createRecent<string, number>(RECENT_ACLS);
  const everything = createPrincipalSet([ADMIN], [], true);
  let background: Promise<void> = Promise.resolve();

  const apply = (row: AclRow): void => {
    readersOfAcl.set(row.id, row.readers);
    sets.offer(row);
  };

  const learn = async (acls: readonly number[]): Promise<void> => {
    const unknown = [...new Set(acls)].filter((acl) => readersOfAcl.get(acl) === undefined);
    if (unknown.length === 0) return;
    const rows = await aclsById(db, unknown);
    const strangers = [...new Set(rows.flatMap((row) => row.readers))].filter((id) => !sets.knowsPrincipal(id));
    if (strangers.length > 0) sets.notePrincipals(await principalsById(db, strangers));
    rows.forEach(apply);
  };

  const principalIds = async (keys: readonly string[]): Promise<number[]> => {
    const rows = await internPrincipals(db, keys);
    sets.notePrincipals(rows);
    return rows.map((row) => row.id);
  };

  const aclOfIds = async (readers: readonly number[]): Promise<number> => {
    const sorted = [...new Set(readers)].sort((a, b) => a - b);
    const id = await internAcl(db, sorted);
    if (readersOfAcl.get(id) === undefined) apply({ id, readers: sorted });
    return id;
  };

  const aclFor = async (readers: readonly string[]): Promise<number> => {
    const keys = plainest(readers);
    const cacheKey = keys.join(' ');
    const known = aclOfReaders.get(cacheKey);
    if (known !== undefined) return known;
    const acl = await aclOfIds(await principalIds(keys));
    aclOfReaders.set(cacheKey, acl);
    return acl;
  };

  const unionAcl = async (acls: readonly number[], readers: readonly string[]): Promise<number> => {
    const [only] = acls;
    if (readers.length === 0 && acls.length === 1 && only !== undefined) return only;
    if (acls.length === 0) return aclFor(readers);
    await learn(acls);
    const ids = acls.flatMap((acl) => readersOfAcl.get(acl) ?? []);
    const keys = await principalsById(db, ids);
    return aclFor([...keys.map((row) => row.key), ...readers]);
  };

  return {
    gateFor: async (subject) => {
      const set = await sets.setFor(principalsOf(subject));
      return gateOver(subject, set, subject.admin ? everything : set);
    },
    learn,
    noteAcl: (acl) => {
      background = background.then(() => learn([acl])).catch(() => undefined); // the next read of the set finds it anyway
    },
    principalIds,
    aclFor,
    unionAcl,
  };
};
