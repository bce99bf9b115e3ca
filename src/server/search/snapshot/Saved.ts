// Content of a part of the index as it is written to a snapshot, and as it is restored from one.

export type PackedArray = Int32Array | Float64Array | Uint8Array | Uint32Array;
export type PackedKind<T extends PackedArray> = new (length: number) => T;

/** The arrays are the ones in use, not copies. They are written before the index changes. */
export interface Saved {
  readonly numbers?: Readonly<Record<string, number>>;
  readonly texts?: readonly string[];
  readonly arrays?: Readonly<Record<string, PackedArray>>;
  readonly parts?: Readonly<Record<string, Saved>>;
}

/** Restored arrays are longer than the saved ones, so that the first new rows need no larger array. */
export interface Restored {
  /** Throws when the snapshot has no such number. */
  number(name: string): number;
  readonly texts: readonly string[];
  /** Returns an array that belongs to the caller. Further values are NaN in a Float64Array and 0 in others. Throws when there is none. */
  array<T extends PackedArray>(name: string, kind: PackedKind<T>): T;
  /** Length of the saved array. */
  lengthOf(name: string): number;
  readonly arrayNames: readonly string[];
  readonly partNames: readonly string[];
  /** Throws when there is none. */
  part(name: string): Restored;
}
