// Checks a whole site next to its running server: items against their declarations, relations, readers, search index, and files. Repairs
// what can be computed again or taken from a backup, in small transactions; it changes and deletes no value.

import type { Fault, FaultKind } from 'src/server/doctor/Fault.ts';
import { fileFaults, unusedFiles, type FileCheckNeeds } from 'src/server/doctor/fileFaults.ts';
import { itemFaults, type ItemCheckNeeds } from 'src/server/doctor/itemFaults.ts';
import { readSchedule } from 'src/server/store/backup/backupRows.ts';

export type DoctorNeeds = ItemCheckNeeds & FileCheckNeeds;

export interface Diagnosis {
  readonly items: number;
  readonly files: number;
  readonly unused: number;
  /** Relations to records that were not part of an imported package. */
  readonly outside: number;
  /** Faults that remain, and those that were repaired, by kind. */
  readonly remaining: ReadonlyMap<FaultKind, number>;
  readonly repaired: ReadonlyMap<FaultKind, number>;
}

interface DoctorOptions {
  readonly repair: boolean;
  /** Folder of backups from which files are repaired; by default that of the schedule. */
  readonly from?: string | undefined;
  report(line: string): void;
  /** Called with the id of each record or file that a line of the report names. */
  readonly onNamed?: ((id: string) => void) | undefined;
  /** Called with the number of types that were checked. */
  readonly progress?: ((done: number, total: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Each kind is named one by one up to this number. */
const NAMED = 50;

const createCounts = ({ report, onNamed }: Pick<DoctorOptions, 'report' | 'onNamed'>) => {
  const remaining = new Map<FaultKind, number>();
  const repaired = new Map<FaultKind, number>();
  return {
    ...{ remaining, repaired },
    note({ kind, id, text, isRepaired }: Fault): void {
      const counts = isRepaired ? repaired : remaining;
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      if (count <= NAMED) {
        report(`${id} ${text}${isRepaired ? '; repaired' : ''}`);
        onNamed?.(id);
      }
      if (count === NAMED + 1) report('Further ones of this kind are only counted.');
    },
  };
};

export const examine = async (needs: DoctorNeeds, options: DoctorOptions): Promise<Diagnosis> => {
  const { repair, from, progress, signal } = options;
  const counts = createCounts(options);
  const types = Object.values(needs.registry.types);
  let [items, outside] = [0, 0];
  for (const [at, type] of types.entries()) {
    for await (const { checked, faults, outside: some } of itemFaults(needs, type, repair)) {
      signal?.throwIfAborted();
      items += checked;
      outside += some;
      faults.forEach(counts.note);
    }
    // The files are the last part.
    progress?.(at + 1, types.length + 1);
  }
  const backups = repair ? (from ?? (await readSchedule(needs.database))?.folder) : undefined;
  const files = await fileFaults(needs, backups);
  files.faults.forEach(counts.note);
  return { ...counts, items, outside, files: files.checked, unused: await unusedFiles(needs) };
};
