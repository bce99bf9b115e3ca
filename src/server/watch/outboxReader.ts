// Reads the outbox from a position on: every row once and in order where that can be had, and hands the rows to the consumers.
// Made by createFeed, which says when; never reads twice at a time.

import type { Database } from 'src/server/store/database.ts';
import type { Consumers } from 'src/server/watch/feedConsumers.ts';
import { createGaps, type Gaps } from 'src/server/watch/sequenceGaps.ts';
import { missingRanges, readOutbox, startOfFeed } from 'src/server/watch/outboxRows.ts';

interface Options {
  readonly database: Database;
  readonly consumers: Consumers;
  readonly stopped: () => boolean;
}

export interface OutboxReader {
  begin(): Promise<void>;
  read(): Promise<void>;
  /** Numbers are missing whose transactions may still commit. */
  hasHoles(): boolean;
}

/** Rows are kept an hour; who has not read for this long may have missed some. */
const TOO_LONG = 45 * 60_000;
const PAGE = 5000;

export const createOutboxReader = ({ database, consumers, stopped }: Options): OutboxReader => {
  let gaps: Gaps = createGaps(0, [], 0);
  let lastRead = 0;

  /** Takes the position before the consumers read the items: what commits in between is read twice rather than never. */
  const begin = async (): Promise<void> => {
    const start = await startOfFeed(database);
    gaps = createGaps(start, await missingRanges(database, start), Date.now());
    lastRead = Date.now();
    await consumers.load();
  };

  const read = async (): Promise<void> => {
    if (Date.now() - lastRead > TOO_LONG) await begin();
    await consumers.recover();
    for (let more = true; more && !stopped();) {
      const { snapshot, changes } = await readOutbox(database, gaps.highest, gaps.holes(), PAGE);
      lastRead = Date.now();
      more = changes.length >= PAGE;
      const seen = changes.map(({ seq }) => seq);
      const fresh = new Set(gaps.take(seen, more ? undefined : snapshot, lastRead));
      const changeEvent = changes.filter(({ seq }) => fresh.has(seq));
      if (changeEvent.length > 0) await consumers.deliver(changeEvent);
    }
  };

  const hasHoles = (): boolean => gaps.holes().length > 0;

  return { begin, read, hasHoles };
};
