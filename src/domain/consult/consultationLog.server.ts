// The consultation log that governments ask for: what passed between the submitter and the communities, in the order of time, as its reader
// may read it at that moment. It looks up the times of all records first, and then reads and writes the records one page at a time, so
// that a log of any length takes the memory of a page.

import { RESPONSE } from 'src/domain/consult/responses.server.ts';
import { createHash } from 'node:crypto';
import { chosenRow, isInPeriod, type ChosenRow, type LogChoice } from 'src/domain/consult/logChoice.server.ts';
import { LOG_KINDS } from 'src/domain/consult/logKinds.server.ts';
import { answerText, MOVES } from 'src/domain/consult/logMoves.server.ts';
import {
  dayOf,
  itemIdsAt,
  relatedLabel,
  LOG_CHANNEL,
  namesOf,
  valueAsText,
  type Log,
  type LogGroup,
  type LogKind,
  type LoggedMove,
  type LogRow,
  type SharedThread,
  type Words,
} from 'src/domain/consult/logRows.server.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { instantOf } from 'src/model/calendar/instantOf.ts';
import { dayIn } from 'src/model/calendar/localDay.ts';
import { invalidAt, problem } from 'src/model/problems.ts';
import { calendarOfOwner, listTexts, type Context } from 'src/server/extend.ts';

const ITEMS_PER_PAGE = 500;
/** Bound of one consultation, whose times and ids are held at once. */
const MOST_LOG_ENTRIES = 200_000;

export interface LogEntry {
  readonly entry: string;
  readonly group: LogGroup;
  readonly at: string;
  readonly kind: LogKind;
  readonly id: ItemId;
  /** Version of the record. */
  readonly u: number;
}

interface Asked {
  readonly type: string;
  readonly must: Readonly<Record<string, readonly string[]>>;
}

/** Yields everything of the type that matches, as the reader may read it, one page at a time. */
async function* pagesOf({ services, db, readFilter, gone }: Context, { type, must }: Asked): AsyncGenerator<Item[]> {
  for (let after: string | undefined, isMore = true; isMore;) {
    const part = await services.search.search(
      readFilter,
      { must: { _t: [type], ...must }, max: ITEMS_PER_PAGE, ...(after !== undefined && { after }) },
      gone,
    );
    const read = await services.items.readVisible(db, readFilter, part.ids, { channel: LOG_CHANNEL, labels: true });
    yield read.filter((item) => !item.$labelOnly);
    ({ after } = part);
    isMore = after !== undefined;
  }
}

/** The day of an answer of which no time is known. keepAnsweredDay writes the beginning of that day. */
const responseDay = (item: Item, zone: string): string | undefined => {
  if (item['state'] === 'OFFLINE') return dayOf(item, 'offlineDay');
  const responded = Date.parse(valueAsText(item['responded']));
  if (Number.isNaN(responded)) return undefined;
  const day = dayIn(new Date(responded), zone);
  return instantOf(day, '00:00', zone)?.getTime() === responded ? day : undefined;
};

interface Asking {
  readonly words: Words;
  readonly consultation: Item;
  readonly zoneOf: Log['zoneOf'];
}

const loggedResponses = async (
  context: Context,
  { words, consultation, zoneOf }: Asking,
): Promise<Log['responses']> => {
  const responses = new Map();
  for await (const page of pagesOf(context, { type: RESPONSE, must: { consultation: [consultation.$id] } })) {
    const listText = await listTexts(context, [RESPONSE], { items: page, language: words.language });
    for (const item of page)
      responses.set(item.$id, {
        community: relatedLabel(item, item['community']),
        isGiven: item['responded'] !== undefined,
        answer: answerText(item, { outcome: listText(item, 'outcome'), way: listText(item, 'offlineWay') }),
        givenDay: responseDay(item, await zoneOf(item['community'])),
        files: item['state'] === 'OFFLINE' ? itemIdsAt(item, 'offlineFiles') : [],
      });
  }
  return responses;
};

const sharedThreads = async (context: Context, consultation: Item): Promise<Log['threads']> => {
  const submitter = valueAsText(consultation['primaryOrg']);
  const threads = new Map<ItemId, SharedThread>();
  for await (const page of pagesOf(context, { type: 'Thread', must: { context: [consultation.$id] } }))
    for (const item of page) {
      const others = itemIdsAt(item, 'parties').filter((id) => id !== submitter);
      if (others.length > 0)
        threads.set(item.$id, { subject: valueAsText(item['subject']), community: namesOf(item, others) });
    }
  return threads;
};

const movesOf = async (context: Context, about: readonly ItemId[]): Promise<Log['moves']> => {
  const events: Item[] = [];
  for await (const page of pagesOf(context, { type: 'Event', must: { context: about, kind: MOVES } }))
    events.push(...page);
  const moves = new Map<ItemId, LoggedMove[]>();
  for (const event of events.toSorted((one, other) => one._i - other._i)) {
    const of = valueAsText(event['context']);
    moves.set(of, [...(moves.get(of) ?? []), { id: event.$id, kind: valueAsText(event['kind']) }]);
  }
  return moves;
};

/** Returns the time zone of an organization, each read once. */
const createOrganizationZones = ({ services, db }: Context): Log['zoneOf'] => {
  const known = new Map<ItemId | undefined, Promise<string>>();
  return (organization: Json | undefined) => {
    const id = isItemId(organization) ? organization : undefined;
    const zone = known.get(id) ?? calendarOfOwner(services, db, id).then(({ timeZone }) => timeZone);
    known.set(id, zone);
    return zone;
  };
};

interface Opening {
  readonly words: Words;
  readonly consultation: Item;
  readonly hasMinutes: boolean;
}

export const openLog = async (context: Context, { words, consultation, hasMinutes }: Opening): Promise<Log> => {
  const zoneOf = createOrganizationZones(context);
  const responses = await loggedResponses(context, { words, consultation, zoneOf });
  const about = [consultation.$id, ...responses.keys()];
  return {
    ...{ context, words, consultation, hasMinutes, about, responses, zoneOf },
    zone: await context.services.zoneOf(context.subject),
    threads: await sharedThreads(context, consultation),
    moves: await movesOf(context, about),
  };
};

/** Takes a day without a time as the beginning of that day. */
const millisecondsAt = (at: string, zone: string): number =>
  at.includes('T') ? Date.parse(at) : (instantOf(at, '00:00', zone)?.getTime() ?? 0);

/** Returns what can be chosen in the period and of the kinds, in the order of time. */
export const logEntries = async (log: Log, choice: LogChoice): Promise<readonly LogEntry[]> => {
  const entries: LogEntry[] = [];
  for (const kind of LOG_KINDS.filter(({ group }) => choice.groups.has(group))) {
    const must = kind.must(log);
    if (!must) continue;
    for await (const page of pagesOf(log.context, { type: kind.type, must })) {
      for (const item of page) {
        const at = await kind.at(item, log);
        if (at === undefined || !isInPeriod(choice, at, log.zone)) continue;
        const entry = `${kind.key}/${item.$id}`;
        entries.push({ entry, group: kind.group, at, kind, id: item.$id, u: item._u });
      }
      if (entries.length > MOST_LOG_ENTRIES) throw problem('tooLarge');
    }
  }
  return entries.toSorted((one, other) => millisecondsAt(one.at, log.zone) - millisecondsAt(other.at, log.zone));
};

/** Returns one value for all that a person looked at: which entries there are, and the versions of their records. */
export const logDigest = ({ consultation }: Log, entries: readonly LogEntry[]): string => {
  const hash = createHash('sha256').update(`${consultation.$id} ${consultation._u}\n`);
  for (const { entry, u } of entries) hash.update(`${entry} ${u}\n`);
  return hash.digest('hex');
};

/** Throws where the log has changed since the person looked at it. */
export const refuseChanged = ({ seen }: LogChoice, log: Log, entries: readonly LogEntry[]): void => {
  if (seen !== undefined && seen !== logDigest(log, entries))
    throw invalidAt('/seen', 'errors.consultationLog.changed');
};

/** Returns the records in the given order, without those that were deleted. */
export const rowsOf = async (
  log: Log,
  choice: LogChoice,
  entries: readonly LogEntry[],
): Promise<readonly ChosenRow[]> => {
  const { services, db, readFilter } = log.context;
  const read = await services.items.readVisible(
    db,
    readFilter,
    entries.map(({ id }) => id),
    { channel: LOG_CHANNEL, labels: true },
  );
  const items = new Map(read.filter((item) => !item.$labelOnly).map((item) => [item.$id, item]));
  const rows = new Map<LogEntry, LogRow>();
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
  return entries.flatMap((entry) => {
    const row = rows.get(entry);
    return row ? [chosenRow(choice, row, entry)] : [];
  });
};

/** Returns the chosen entries without those that are left out. */
export const chosenEntries = async (log: Log, choice: LogChoice): Promise<readonly LogEntry[]> => {
  const entries = await logEntries(log, choice);
  refuseChanged(choice, log, entries);
  return entries.filter(({ entry }) => !choice.leftOut.has(entry));
};

export async function* logPages(
  log: Log,
  choice: LogChoice,
  entries: readonly LogEntry[],
): AsyncGenerator<readonly ChosenRow[]> {
  for (let from = 0; from < entries.length; from += ITEMS_PER_PAGE) {
    log.context.gone?.throwIfAborted();
    yield await rowsOf(log, choice, entries.slice(from, from + ITEMS_PER_PAGE));
  }
}
