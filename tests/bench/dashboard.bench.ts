// A dashboard of six panels over 300,000 items, for a member of a third of the shelves, through the socket. Compared with one SQL statement
// that counts the same. Also measures the processor time.

import type { PanelAnswer } from 'src/model/generated/wire.ts';
import { readable } from 'src/server/store/readers/readCondition.ts';
import { report } from 'tests/bench/figures.ts';
import { openLibrary } from 'tests/bench/library.ts';
import { milliseconds, serially } from 'tests/bench/measure.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

const BOOKS = 300_000;
const ROUNDS = 15;
/** Milliseconds for all panels, through the socket. */
const LIMIT = 400;
const PATH = 'library.numbers';

/** Panels over all items that the member may read: states, shelves by state, years by fragility, months, and genres of open items. */
const SQL = `
  with seen as (
    select i, created, terms, (sort_keys->>'year')::int / 50 as years from item_102 where ${readable('acl', '$1')}),
  item as materialized (
    select seen.i, years, date_trunc('month', created) as month, max(val) filter (where prop = 'state') as state,
      max(val) filter (where prop = 'shelf') as shelf, max(val) filter (where prop = 'fragile') as fragile,
      array_agg(val) filter (where prop = 'genres') as genres
    from seen left join lateral unnest(terms) as own(id) on true
    left join term on term.id = own.id and prop in ('state', 'shelf', 'genres', 'fragile') group by 1, 2, 3),
  states as (select state, count(*) from item group by 1),
  shelves as (select shelf, state, count(*) from item group by 1, 2),
  years as (select years, fragile, count(*) from item group by 1, 2),
  months as (select month, count(*) from item group by 1),
  genres as (select genre, count(*) from item cross join lateral unnest(genres) as own(genre) where state = 'ACTIVE' group by 1)
  select (select count(*) from item) as total, (select json_agg(states) from states) as states,
    (select json_agg(shelves) from shelves) as shelves, (select json_agg(years) from years) as years,
    (select json_agg(months) from months) as months, (select json_agg(genres) from genres) as genres`;

export const run = async (): Promise<void> => {
  const { world, server, token, readerId } = await openLibrary(BOOKS);
  const { readFilters, sessions, database, items } = server.services;
  await world.services.database.transaction(async (tx) => {
    const reader = await world.services.items.find(tx, readerId, true);
    const changes = { siteCapabilities: ['Library'] };
    if (reader) await items.write(tx, reader, changes, { at: new Date(), by: readerId, actor: undefined });
  });
  const socket = await TestSocket.as(server.url, token);
  const ask = async (): Promise<readonly PanelAnswer[]> => {
    socket.received.length = 0;
    const { b, erred } = await socket.ask('dashboard', { path: PATH });
    if (erred) throw new Error(JSON.stringify(b));
    return (b as unknown as { readonly panels: readonly PanelAnswer[] }).panels;
  };
  const subject = await sessions.subjectOf(readerId);
  if (!subject) throw new Error('no reader');
  const readFilter = await readFilters.readFilterFor(subject);
  const bySql = async (): Promise<number> => {
    const [row] = await database.transaction(async (tx) => {
      // It may take longer than the server's statement timeout.
      await tx.query('set local statement_timeout = 0');
      return await tx.query<{ total: string }>(SQL, [readFilter.mask]);
    });
    return Number(row?.total);
  };
  const panels = await ask();
  const [first] = panels;
  if (panels.length !== 6 || first?.total !== (await bySql())) throw new Error('the SQL statement counts otherwise');
  const times = await serially({ dashboard: ask, sql: bySql }, ROUNDS);
  // The search worker is a thread of this process, as is all other work for the answer except the database's.
  const before = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round++) await ask();
  const { user, system } = process.cpuUsage(before);
  const processor = (user + system) / 1000 / ROUNDS;
  const { dashboard, sql } = times;
  socket.close();
  await world.stop();
  if (!dashboard || !sql) throw new Error('nothing measured');
  console.log(`${first.total} of ${BOOKS} books read; ${milliseconds(processor)} ms of a processor for each answer`);
  report({
    name: `dashboard of six panels over ${BOOKS} books, over the socket`,
    unit: 'ms',
    value: dashboard.median,
    best: dashboard.best,
    baseline: { name: 'the same by one SQL statement', value: sql.median, best: sql.best },
    limit: { of: 'value', atMost: LIMIT },
  });
  report({ name: 'processor time of that dashboard, each answer', unit: 'ms', value: processor });
};
