// Reads the index of the search worker from a snapshot. Until its rows were compared with the table, it answers no search.

import { bitsFor, setBit } from 'src/server/search/columns/bits.ts';
import { Table } from 'src/server/search/columns/Table.ts';
import { TermPlaces } from 'src/server/search/columns/TermPlaces.ts';
import { TERMS_PART, tablePart, type SavedIndex } from 'src/server/search/snapshot/SnapshotSave.ts';
import { openSnapshot, type SnapshotLabel } from 'src/server/search/snapshot/snapshotFile.ts';

export interface RestoreAsked {
  readonly path: string;
  /** See SnapshotLabel. */
  readonly key: string;
}

/** Answer to the main thread. */
export type SnapshotAnswer =
  | {
      readonly token: string;
      /** Ids of the terms as bits. */
      readonly terms: Uint32Array;
    }
  | {
      /** Reason why the snapshot is not used. */
      readonly refused: string;
    };

const termBits = ({ propOf }: TermPlaces): Uint32Array => {
  const bits = bitsFor(propOf.length);
  for (let id = 0; id < propOf.length; id++) if (propOf[id] !== 0) setBit(bits, id);
  return bits;
};

export interface ReadIndex {
  readonly label: SnapshotLabel;
  /** Undefined for a file with another key than the asked one. */
  readonly index: SavedIndex | undefined;
}

/** Reads a file. Without a key, the caller compares its key. Throws when the file is missing or damaged. */
export const readIndex = (path: string, key?: string): ReadIndex => {
  const { content, close, ...label } = openSnapshot(path);
  try {
    if (key !== undefined && label.key !== key) return { label, index: undefined };
    const present = new Set(content.partNames);
    const interner = new TermPlaces();
    interner.restore(content.part(TERMS_PART));
    const tables = new Map(label.plans.map((plan) => [plan.number, new Table(plan)]));
    for (const [type, table] of tables)
      if (present.has(tablePart(type, 'rows'))) table.restore((name) => content.part(tablePart(type, name)));
    return { label, index: { tables, interner } };
  } finally {
    close();
  }
};

/** Returns the index of a file that was read, if it has the key, and the answer to the main thread. */
export const restoredIndex = (
  { label, index }: ReadIndex,
  key: string,
): { readonly answer: SnapshotAnswer; readonly index?: SavedIndex } =>
  index && label.key === key
    ? { answer: { token: label.token, terms: termBits(index.interner) }, index }
    : { answer: { refused: 'it belongs to another program, declarations or database' } };
