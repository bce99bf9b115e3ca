// SQL of connected_process: one row for each process of the site, with its sockets by person. Called by state/connectedPeople.ts only.

import type { ItemId } from 'src/model/item/Item.ts';
import type { Queryable } from 'src/server/store/database.ts';

export interface ProcessRow {
  readonly process: string;
  readonly at: Date;
  /** Sockets of each person. */
  readonly sockets: Readonly<Record<ItemId, number>>;
}

const WRITE = `insert into connected_process (process, at, sockets) values ($1, now(), $2::jsonb)
  on conflict (process) do update set at = excluded.at, sockets = excluded.sockets`;

/** Writes the row of this process and deletes those of processes without an update for the given number of seconds. */
export const writeConnected = async (
  db: Queryable,
  { process, sockets }: Omit<ProcessRow, 'at'>,
  goneAfter: number,
): Promise<void> => {
  await db.query(WRITE, [process, JSON.stringify(sockets)], 'connected.write');
  await db.query(
    'delete from connected_process where at < now() - make_interval(secs => $1)',
    [goneAfter],
    'connected.forget',
  );
};

export const forgetProcess = async (db: Queryable, process: string): Promise<void> => {
  await db.query('delete from connected_process where process = $1', [process], 'connected.end');
};

/** Returns all processes with an update within the given number of seconds. */
export const connectedProcesses = (db: Queryable, goneAfter: number): Promise<ProcessRow[]> =>
  db.query<ProcessRow>(
    'select process, at, sockets from connected_process where at >= now() - make_interval(secs => $1)',
    [goneAfter],
    'connected.read',
  );
