// Sends interned terms to the search worker, each once.

import { hasBit, setBit } from 'src/server/search/columns/bits.ts';
import { grown } from 'src/server/search/columns/Lists.ts';
import { eachTermPage, termsById, type TermRow } from 'src/server/search/columnRows.ts';
import type { Terms } from 'src/server/search/termLookup.ts';
import type { WorkerPort } from 'src/server/search/workerPort.ts';
import type { Queryable } from 'src/server/store/database.ts';

export interface TermSendingOptions {
  readonly to: WorkerPort;
  readonly database: Queryable;
  readonly terms: Terms;
  /** Ids that the worker has, as bits. */
  readonly known?: Uint32Array | undefined;
}

/** One for each filled worker. */
export const createTermSending = ({ to, database, terms, known: ids }: TermSendingOptions) => {
  let known = ids ?? new Uint32Array(0);
  const send = (rows: readonly TermRow[]): void => {
    for (const { id } of rows) {
      known = grown(known, Uint32Array, (id >>> 5) + 1);
      setBit(known, id);
    }
    to.notify({ do: 'terms', batch: terms.batch(rows) });
  };
  return {
    all: (): Promise<void> => eachTermPage(database, send),
    /** Sends those of the terms that the worker does not have. */
    async learn(wanted: readonly number[]): Promise<void> {
      const unknown = wanted.filter((id) => !hasBit(known, id));
      if (unknown.length > 0) send(await termsById(database, [...new Set(unknown)]));
    },
  };
};

export type TermSending = ReturnType<typeof createTermSending>;
