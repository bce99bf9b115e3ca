// Reads the index of the search worker from a snapshot. Until its rows were compared with the table, it answers no search.

import { bitsFor, setBit } from 'src/server/search/columns/bits.ts';
import { Table, type TablePlan } from 'src/server/search/columns/Table.ts';
import { TermPlaces } from 'src/server/search/columns/TermPlaces.ts';
import { TERMS_PART, tablePart, type SavedIndex } from 'src/server/search/snapshot/SnapshotSave.ts';
import { openSnapshot } from 'src/server/search/snapshot/snapshotFile.ts';

export interface RestoreAsked {
  readonly path: string;
  /** See SnapshotLabel. */
  readonly key: string;
  readonly plans: readonly TablePlan[];
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

/** Throws when the file is missing or damaged. */
export const restoreIndex = ({
  path,
  key,
  plans,
}: RestoreAsked): { readonly answer: SnapshotAnswer; readonly index?: SavedIndex } => {
  const { content, token, close, ...label } = openSnapshot(path);
  try {
    if (label.key !== key) return { answer: { refused: 'it belongs to another program, declarations or database' } };
    const present = new Set(content.partNames);
    const interner = new TermPlaces();
    interner.restore(content.part(TERMS_PART));
    const tables = new Map(plans.map((plan) => [plan.number, new Table(plan)]));
    for (const [type, table] of tables)
      if (present.has(tablePart(type, 'rows'))) table.restore((name) => content.part(tablePart(type, name)));
    return { answer: { token, terms: termBits(interner) }, index: { tables, interner } };
  } finally {
    close();
  }
};
