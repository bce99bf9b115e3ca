// COPY statements that fill the columns and texts of the search worker. Their rows are sent on unread: making an object of each row took most
// of the time.

import { to as copyTo } from 'pg-copy-streams';
import type pg from 'pg';
import { PART_TEXTS_SQL, PENDING, wordsSql } from 'src/server/search/columnRows.ts';
import type { LoadedPart } from 'src/server/search/columns/loadTable.ts';
import type { TablePlan } from 'src/server/search/columns/Table.ts';
import type { WorkerPort } from 'src/server/search/workerPort.ts';
import { openCopySession } from 'src/server/store/backup/databaseSnapshot.ts';
import type { Database } from 'src/server/store/database.ts';

/** A type whose rows are read. */
interface CopiedTable {
  readonly plan: TablePlan;
  /** True when a property is for readers of a stricter level. */
  readonly leveled: boolean;
}

const copyStatement = ({ plan, leveled }: CopiedTable, part: LoadedPart): string => {
  const type = Math.trunc(plan.number);
  // Sends sort_keys as one text, because operators of jsonb for each column are slower.
  const sortKeysSql = (source: string): string =>
    plan.columns.length > 0 ? `${source}.sort_keys::text` : 'null::text';
  switch (part) {
    case 'rows':
      return `select i.i, i.n, i.acl, i.created, i.updated, i.terms, ${sortKeysSql('i')} from item i where i.t = ${type}`;
    case 'levels':
      return `select l.i, l.acl, l.terms, ${sortKeysSql('l')} from item_level l where l.t = ${type} order by l.i, l.level`;
    case 'places':
      return `select g.i, g.prop, case when g.level > 0 then g.acl end, g.box::text, g.cell_box::text from item_geometry g where g.t = ${type}`;
    case 'texts':
      return `select i.i, ${wordsSql('i.tsv')}, i.folded, ${leveled ? PART_TEXTS_SQL : 'null::text'} from item i ${PENDING} where i.t = ${type}`;
  }
};

const COPY_PIECE_BYTES = 1 << 18;
/** The worker answers after this number of pieces, so that they do not pile up in memory. */
const PIECES_IN_FLIGHT = 32;

/** Sends the rows of a table to the worker. */
const sendCopy = async (
  client: pg.Client,
  to: WorkerPort,
  { table, part }: { readonly table: CopiedTable; readonly part: LoadedPart },
): Promise<void> => {
  const type = table.plan.number;
  let pieces = 0;
  let waiting: Buffer[] = [];
  let length = 0;
  const send = async (): Promise<void> => {
    // A copy of its own is moved to the worker, not copied again.
    const bytes = new Uint8Array(Buffer.concat(waiting, length));
    to.notify({ do: 'load', type, part, first: pieces === 0, bytes }, [bytes.buffer]);
    pieces += 1;
    waiting = [];
    length = 0;
    if (pieces % PIECES_IN_FLIGHT === 0) await to.size();
  };
  const stream = client.query(copyTo(`copy (${copyStatement(table, part)}) to stdout (format binary)`));
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    waiting.push(chunk);
    length += chunk.length;
    if (length >= COPY_PIECE_BYTES) await send();
  }
  if (length > 0) await send();
};

/** Parts of a table besides its texts. */
const columnParts = ({ plan, leveled }: CopiedTable): readonly LoadedPart[] => [
  'rows',
  ...(leveled ? (['levels'] as const) : []),
  ...(plan.places.length > 0 ? (['places'] as const) : []),
];

/** Reads all tables, each time in a session of its own. */
export const createCopies = (
  database: Database,
  plans: readonly TablePlan[],
  rows: ReadonlyMap<number, Pick<CopiedTable, 'leveled'>>,
) => {
  const tables = plans.map((plan) => ({ plan, leveled: rows.get(plan.number)?.leveled ?? false }));
  const inSession = async (run: (client: pg.Client) => Promise<void>): Promise<void> => {
    const client = await openCopySession(database);
    try {
      await run(client);
    } finally {
      await client.end();
    }
  };
  return {
    sendColumns: (to: WorkerPort): Promise<void> =>
      inSession(async (client) => {
        for (const table of tables)
          // oxlint-disable-next-line no-await-in-loop -- one session
          for (const part of columnParts(table)) await sendCopy(client, to, { table, part });
      }),
    /** Ends after the present table when the texts are no longer needed. */
    sendTexts: (to: WorkerPort, isNeeded: () => boolean): Promise<void> =>
      inSession(async (client) => {
        // oxlint-disable-next-line no-await-in-loop -- one session
        for (const table of tables) if (isNeeded()) await sendCopy(client, to, { table, part: 'texts' });
      }),
  };
};

export type Copies = ReturnType<typeof createCopies>;
