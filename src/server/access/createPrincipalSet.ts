// The acls that one set of principals may read, as bits. Shared by every gate of the same set and grown in place,
// so that a gate held by an open socket stays right. Made by createPrincipalSets; createGates
// makes the one of administrators.

export interface PrincipalSet {
  readonly keys: ReadonlySet<string>;
  readonly principals: readonly number[];
  readonly mask: Buffer;
  readonly known: number;
  has(acl: number): boolean;
  /** A principal of the set that was interned only now. */
  addPrincipal(id: number): void;
  /** Marks the acl when one of its readers is in the set. */
  offer(acl: number, readers: readonly number[]): void;
  mark(acl: number): void;
}

const FIRST_BYTES = 64;

/** With `all`, every bit is set: the set of an administrator. */
export const createPrincipalSet = (keys: readonly string[], ids: readonly number[], all: boolean): PrincipalSet => {
  const principals = new Set(ids);
  let mask = Buffer.alloc(FIRST_BYTES, all ? 0xff : 0);

  // The last bit is not an acl's: it answers for everything beyond.
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
