// Stops the PostgreSQL server after all processes that use it were killed. A session of the server looks for their sessions: it runs one
// statement until then, and outlives the process that opened it.

import type pg from 'pg';

/** Name of the session that each process holds while it uses the server. */
export const PRESENCE = 'knowledge-keeper presence';
export const ORPHAN_WATCH = 'knowledge-keeper watch';
/** One session watches for all processes. */
const WATCH_LOCK = 7_205_759;
const WATCH_POLL_S = 2;
/** A process that starts again within this time finds the server running. */
const ABSENCE_S = 10;

// The commit ends the snapshot, so that the next look at the sessions is a new one. The program runs in the data folder, as the server's user.
const WATCH = `do $watch$
declare
  absent int := 0;
begin
  if not pg_try_advisory_lock(${WATCH_LOCK}) then return; end if;
  while absent < ${ABSENCE_S} loop
    perform pg_sleep(${WATCH_POLL_S});
    commit;
    absent := case when exists (select from pg_stat_activity where application_name = '${PRESENCE}')
      then 0 else absent + ${WATCH_POLL_S} end;
  end loop;
  copy (select) to program 'read -r pid < postmaster.pid && kill -INT "$pid"';
end $watch$`;

/** Starts the watch, unless another process has. It runs until the server stops. */
export const watchForOrphan = (client: pg.Client): void => {
  const end = (): Promise<void> => client.end().catch(() => undefined);
  client.query(WATCH).then(end, end);
};
