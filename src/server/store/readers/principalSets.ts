// Sets of principals of this process: one per distinct set, with its readable acls as bits. All read filters with that set share it, and it
// grows in place, so that the read filter of an open socket stays correct. Created by createReadFilters.

import { LRUCache } from 'lru-cache';
import { type AclRow, aclsReadableBy, findPrincipals, type PrincipalRow } from 'src/server/store/aclRows.ts';
import { createCollectedReads } from 'src/server/store/collectedReads.ts';
import type { Queryable } from 'src/server/store/database.ts';

// The principals that this process has interned. Created by createPrincipalSets only.
interface PrincipalInterner {
  knows(id: number): boolean;
  idOf(key: string): number | undefined;
  note(rows: readonly PrincipalRow[]): void;
}

/** `met` is called once for each principal. */
const createPrincipalInterner = (met: (row: PrincipalRow) => void): PrincipalInterner => {
  const known = new Set<number>();
  const ids = new Map<string, number>();
  return {
    knows: (id) => known.has(id),
    idOf: (key) => ids.get(key),
    note: (rows) => {
      for (const row of rows) {
        if (known.has(row.id)) continue;
        known.add(row.id);
        ids.set(row.key, row.id);
        met(row);
      }
    },
  };
};

export interface PrincipalSet {
  readonly keys: ReadonlySet<string>;
  readonly principals: readonly number[];
  readonly mask: Buffer;
  readonly known: number;
  has(acl: number): boolean;
  /** Adds a principal of the set that was interned only now. */
  addPrincipal(id: number): void;
  /** Marks the acl as readable when one of its readers is in the set. */
  offer(acl: number, readers: readonly number[]): void;
  mark(acl: number): void;
}

const FIRST_BYTES = 64;

/** With `all`, every bit is set, for administrators. */
export const createPrincipalSet = (keys: readonly string[], ids: readonly number[], all: boolean): PrincipalSet => {
  const principals = new Set(ids);
  let mask = Buffer.alloc(FIRST_BYTES, all ? 0xff : 0);

  // The last bit does not belong to an acl: it represents all later ones.
  const known = (): number => mask.length * 8 - 1;
  const mark = (acl: number): void => {
    if (all) return;
    if (acl >= known()) {
      const grown = Buffer.alloc(Math.max(mask.length + (mask.length >> 1), (acl >> 3) + FIRST_BYTES));
      mask.copy(grown);
      mask = grown;
    }
    mask[acl >> 3] = (mask[acl >> 3] ?? 0) | (1 << (acl & 7));
  };

  return {
    keys: new Set(keys),
    get principals() {
      return [...principals];
    },
    get mask() {
      return mask;
    },
    get known() {
      return known();
    },
    has: (acl) => all || (acl < known() && ((mask[acl >> 3] ?? 0) & (1 << (acl & 7))) !== 0),
    addPrincipal: (id) => void principals.add(id),
    offer: (acl, readers) => {
      if (readers.some((reader) => principals.has(reader))) mark(acl);
    },
    mark,
  };
};

export interface PrincipalSets {
  /** Returns the set of these principal keys with every acl that it may read. */
  setFor(keys: readonly string[]): Promise<PrincipalSet>;
  offer(row: AclRow): void;
  /** Reads the acls of all sets in use again. */
  readAgain(): Promise<void>;
  knowsPrincipal(id: number): boolean;
  notePrincipals(rows: readonly PrincipalRow[]): void;
}

const RECENT_SETS = 2000;
/** Bytes of all masks, which grow with the number of the newest acl (decision 3). */
const RECENT_BYTES = 64 * 1_048_576;

/** All sets that a read filter still holds. */
const createLiveSets = () => {
  const references = new Map<string, WeakRef<PrincipalSet>>();
  return {
    get: (key: string) => references.get(key)?.deref(),
    add: (key: string, set: PrincipalSet) => void references.set(key, new WeakRef(set)),
    remove: (key: string) => void references.delete(key),
    each: (run: (set: PrincipalSet) => void): void => {
      for (const [key, reference] of references) {
        const set = reference.deref();
        if (set) run(set);
        else references.delete(key);
      }
    },
  };
};

export const createPrincipalSets = (db: Queryable): PrincipalSets => {
  // Keeps the most used sets alive.
  const recent = new LRUCache<string, PrincipalSet>({
    max: RECENT_SETS,
    maxSize: RECENT_BYTES,
    sizeCalculation: ({ mask }) => mask.length,
  });
  const keep = (key: string, set: PrincipalSet): void => {
    recent.delete(key); // its mask may have grown since it was measured
    recent.set(key, set);
  };
  const live = createLiveSets();
  const building = new Map<string, Promise<PrincipalSet>>();
  let learnedWhileBuilding: AclRow[] = [];
  const interner = createPrincipalInterner(({ id, key }) =>
    live.each((set) => set.keys.has(key) && set.addPrincipal(id)),
  );

  // When many people sign in at once, their sets are built by a few statements.
  const principalOf = createCollectedReads(
    async (keys: readonly string[]) => new Map((await findPrincipals(db, keys)).map((row) => [row.key, row])),
  );
  const aclsOfPrincipal = createCollectedReads((principals: readonly number[]) => aclsReadableBy(db, principals));

  const build = async (key: string, keys: readonly string[]): Promise<PrincipalSet> => {
    const rows = (await Promise.all(keys.map(principalOf))).filter((row) => row !== undefined);
    const ids = rows.map((row) => row.id);
    const set = createPrincipalSet(keys, ids, false);
    live.add(key, set);
    interner.note(rows);
    for (const each of keys) {
      const id = interner.idOf(each); // interned since the rows were read
      if (id !== undefined) set.addPrincipal(id);
    }
    for (const acls of await Promise.all(set.principals.map(aclsOfPrincipal)))
      for (const acl of acls ?? []) set.mark(acl);
    for (const row of learnedWhileBuilding) set.offer(row.id, row.readers);
    return set;
  };

  const setFor = async (keys: readonly string[]): Promise<PrincipalSet> => {
    const key = keys.join(' ');
    const found = recent.get(key) ?? live.get(key);
    const pending = building.get(key);
    if (found && !pending) {
      keep(key, found);
      return found;
    }
    const made = pending ?? build(key, keys);
    building.set(key, made);
    try {
      const set = await made;
      keep(key, set);
      return set;
    } catch (error) {
      live.remove(key); // an incomplete set must not be used
      throw error;
    } finally {
      building.delete(key);
      if (building.size === 0) learnedWhileBuilding = [];
    }
  };

  return {
    setFor,
    offer: (row) => {
      if (building.size > 0) learnedWhileBuilding.push(row);
      live.each((set) => set.offer(row.id, row.readers));
    },
    readAgain: async () => {
      const sets: PrincipalSet[] = [];
      live.each((set) => void sets.push(set));
      for (const set of sets)
        for (const acls of await Promise.all(set.principals.map(aclsOfPrincipal)))
          for (const acl of acls ?? []) set.mark(acl);
    },
    knowsPrincipal: interner.knows,
    notePrincipals: interner.note,
  };
};
