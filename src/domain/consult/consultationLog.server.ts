// The consultation log that governments ask for: what passed between the submitter and the communities, in the order of its days, as its
// reader may read it at that moment. First the days of all records are looked up; the records themselves are then read and written a page
// after the other, so that a log of any length takes the memory of a page.

import {
  idsAt,
  labelOf,
  LOG_CHANNEL,
  LOG_KINDS,
  namesOf,
  textOf,
  type Log,
  type LogKind,
  type LogRow,
  type SharedThread,
  type Words,
} from 'src/domain/consult/logKinds.server.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import type { Context } from 'src/server/extend.ts';

const PAGE = 500;
/** Of one consultation: their days and ids are held at once. */
const MOST_ENTRIES = 200_000;

/** In the order of its columns. */
export const LOG_COLUMNS = [
  ...['date', 'method', 'submitter', 'community', 'subject', 'concerns', 'answer', 'commitments', 'record'],
] as const;

interface Entry {
  readonly at: string;
  readonly kind: LogKind;
  readonly id: ItemId;
}

interface Asked {
  readonly type: string;
  readonly must: Readonly<Record<string, readonly string[]>>;
}

/** Everything of the type that matches, as the reader may read it, a page after the other. */
async function* pagesOf({ services, db, readFilter, gone }: Context, { type, must }: Asked): AsyncGenerator<Item[]> {
  for (let after: string | undefined, isMore = true; isMore;) {
    const part = await services.search.search(
      readFilter,
      { must: { _t: [type], ...must }, max: PAGE, ...(after !== undefined && { after }) },
      gone,
    );
    const read = await services.items.readVisible(db, readFilter, part.ids, { channel: LOG_CHANNEL, labels: true });
    yield read.filter((item) => !item.$labelOnly);
    ({ after } = part);
    isMore = after !== undefined;
  }
}

const responsesOf = async (context: Context, consultation: Item): Promise<Log['responses']> => {
  const responses = new Map<ItemId, { readonly community: string; readonly isGiven: boolean }>();
  for await (const page of pagesOf(context, { type: 'ConsultResponse', must: { consultation: [consultation.$id] } }))
    for (const item of page)
      responses.set(item.$id, {
        community: labelOf(item, item['community']),
        isGiven: item['responded'] !== undefined,
      });
  return responses;
};

const sharedThreads = async (context: Context, consultation: Item): Promise<Log['threads']> => {
  const submitter = textOf(consultation['primaryOrg']);
  const threads = new Map<ItemId, SharedThread>();
  for await (const page of pagesOf(context, { type: 'Thread', must: { context: [consultation.$id] } }))
    for (const item of page) {
      const others = idsAt(item, 'parties').filter((id) => id !== submitter);
      if (others.length > 0)
        threads.set(item.$id, { subject: textOf(item['subject']), community: namesOf(item, others) });
    }
  return threads;
};

export const openLog = async (context: Context, words: Words, consultation: Item): Promise<Log> => {
  const responses = await responsesOf(context, consultation);
  const threads = await sharedThreads(context, consultation);
  return { context, words, consultation, about: [consultation.$id, ...responses.keys()], responses, threads };
};

/** In the order of their days. */
const entriesOf = async (log: Log): Promise<readonly Entry[]> => {
  const entries: Entry[] = [];
  for (const kind of LOG_KINDS) {
    const must = kind.must(log);
    if (!must) continue;
    for await (const page of pagesOf(log.context, { type: kind.type, must })) {
      for (const item of page) {
        const at = kind.at(item, log);
        if (at !== undefined) entries.push({ at, kind, id: item.$id });
      }
      if (entries.length > MOST_ENTRIES) throw problem('tooLarge');
    }
  }
  return entries.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
};

/** In their order; what is not there any more is left out. */
const rowsOf = async (log: Log, entries: readonly Entry[]): Promise<readonly LogRow[]> => {
  const { services, db, readFilter } = log.context;
  const read = await services.items.readVisible(
    db,
    readFilter,
    entries.map(({ id }) => id),
    { channel: LOG_CHANNEL, labels: true },
  );
  const items = new Map(read.filter((item) => !item.$labelOnly).map((item) => [item.$id, item]));
  const rows = new Map<Entry, LogRow>();
  for (const kind of new Set(entries.map((entry) => entry.kind))) {
    const ofKind = entries.filter((entry) => entry.kind === kind);
    const found = await kind.rows(
      log,
      ofKind.flatMap(({ id }) => items.get(id) ?? []),
    );
    const byRecord = new Map(found.map((row) => [row.record, row]));
    for (const entry of ofKind) {
      const row = byRecord.get(entry.id);
      if (row) rows.set(entry, row);
    }
  }
  return entries.flatMap((entry) => rows.get(entry) ?? []);
};

export async function* logPages(log: Log): AsyncGenerator<readonly LogRow[]> {
  const entries = await entriesOf(log);
  for (let from = 0; from < entries.length; from += PAGE) {
    log.context.gone?.throwIfAborted();
    yield await rowsOf(log, entries.slice(from, from + PAGE));
  }
}
