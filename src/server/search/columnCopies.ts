// COPY statements that fill the columns and texts of the search worker. Their rows are sent on unread: making an object of each row took most
// of the time.

import { to as copyTo } from 'pg-copy-streams';
import type pg from 'pg';
import { PART_TEXTS_SQL, PENDING, wordsSql } from 'src/server/search/columnRows.ts';
import type { ComparedPart } from 'src/server/search/snapshot/RowComparison.ts';
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
      return `select i.i, i.n, i.acl, i.created, i.updated, i.terms, ${sortKeysSql('i')}, i.xmin from item i where i.t = ${type}`;
    case 'levels':
      return `select l.i, l.acl, l.terms, ${sortKeysSql('l')}, l.level::int, l.xmin from item_level l where l.t = ${type} order by l.i, l.level`;
    case 'places':
      return `select g.i, g.prop, case when g.level > 0 then g.acl end, g.box::text, g.cell_box::text, g.xmin from item_geometry g where g.t = ${type}`;
    case 'texts':
      return `select i.i, ${wordsSql('i.tsv')}, i.folded, ${leveled ? PART_TEXTS_SQL : 'null::text'} from item i ${PENDING} where i.t = ${type}`;
  }
};

const COPY_PIECE_BYTES = 1 << 18;
/** The worker answers after this number of pieces, so that they do not pile up in memory. */
const PIECES_IN_FLIGHT = 32;

interface Piece {
  /** True for the first piece of a statement. */
  readonly first: boolean;
  readonly bytes: Uint8Array;
}

interface SentCopy {
  readonly statement: string;
  messageFor(piece: Piece): Parameters<WorkerPort['notify']>[0];
}

/** Sends the rows of a statement to the worker. Returns the number of pieces. */
const sendCopy = async (client: pg.Client, to: WorkerPort, { statement, messageFor }: SentCopy): Promise<number> => {
  let pieces = 0;
  let waiting: Buffer[] = [];
  let length = 0;
  const send = async (): Promise<void> => {
    // A copy of its own is moved to the worker, not copied again.
    const bytes = new Uint8Array(Buffer.concat(waiting, length));
    to.notify(messageFor({ first: pieces === 0, bytes }), [bytes.buffer]);
    pieces += 1;
    waiting = [];
    length = 0;
    if (pieces % PIECES_IN_FLIGHT === 0) await to.size();
  };
  const stream = client.query(copyTo(`copy (${statement}) to stdout (format binary)`));
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    waiting.push(chunk);
    length += chunk.length;
    if (length >= COPY_PIECE_BYTES) await send();
  }
  if (length > 0) await send();
  return pieces;
};

const sendPart = (client: pg.Client, to: WorkerPort, table: CopiedTable, part: LoadedPart): Promise<number> =>
  sendCopy(client, to, {
    statement: copyStatement(table, part),
    messageFor: (piece) => ({ do: 'load', type: table.plan.number, part, ...piece }),
  });

/** Parts of a table besides its texts. */
const columnParts = ({ plan, leveled }: CopiedTable): readonly LoadedPart[] => [
  'rows',
  ...(leveled ? (['levels'] as const) : []),
  ...(plan.places.length > 0 ? (['places'] as const) : []),
];

/** Proofs that a row is the same: see columns/rowMarks.ts. */
const markStatement = (tables: readonly CopiedTable[], part: ComparedPart): string => {
  const types = tables.filter((table) => columnParts(table).includes(part)).map(({ plan }) => Math.trunc(plan.number));
  const among = `t = any('{${types.join(',')}}'::smallint[])`;
  switch (part) {
    case 'rows':
      return `select i.t::int, i.i, i.acl, i.xmin from item i where i.${among}`;
    case 'levels':
      return `select l.t::int, l.i, l.level::int, l.xmin from item_level l where l.${among}`;
    case 'places':
      return `select g.t::int, g.i, g.prop, g.xmin from item_geometry g where g.${among}`;
  }
};

/** Reads all tables, each time in a session of its own. */
export const createCopies = (
  database: Database,
  plans: readonly TablePlan[],
  rows: ReadonlyMap<number, Pick<CopiedTable, 'leveled'>>,
) => {
  const tables = plans.map((plan) => ({ plan, leveled: rows.get(plan.number)?.leveled ?? false }));
  const inSession = async <T>(run: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = await openCopySession(database);
    try {
      return await run(client);
    } finally {
      await client.end();
    }
  };
  return {
    sendColumns: (to: WorkerPort): Promise<void> =>
      inSession(async (client) => {
        for (const table of tables)
          // oxlint-disable-next-line no-await-in-loop -- one session
          for (const part of columnParts(table)) await sendPart(client, to, table, part);
      }),
    /** Ends after the present table when the texts are no longer needed. */
    sendTexts: (to: WorkerPort, isNeeded: () => boolean): Promise<void> =>
      inSession(async (client) => {
        // oxlint-disable-next-line no-await-in-loop -- one session
        for (const table of tables) if (isNeeded()) await sendPart(client, to, table, 'texts');
      }),
    /** Sends the proofs that rows are the same. Returns the number of pieces. */
    sendMarks: async (to: WorkerPort): Promise<number> => {
      const sendMarksOf = (part: ComparedPart): Promise<number> =>
        inSession((client) =>
          sendCopy(client, to, {
            statement: markStatement(tables, part),
            messageFor: (piece) => ({ do: 'check', part, ...piece }),
          }),
        );
      const parts = async (): Promise<number> => (await sendMarksOf('levels')) + (await sendMarksOf('places'));
      const [rows, others] = await Promise.all([sendMarksOf('rows'), parts()]);
      return rows + others;
    },
  };
};

export type Copies = ReturnType<typeof createCopies>;
