// Questions and the exported table of the screen with the reads of private content.

import type { Messages } from 'src/client/ui/declaredMessages.ts';
import { instantOf } from 'src/model/calendar/instantOf.ts';
import type { Day } from 'src/model/calendar/dayIn.ts';
import { addDays } from 'src/model/calendar/localDay.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { CSV_MARK, csvLine } from 'src/model/text/csvLine.ts';

type Answer = Endpoints['privateReads']['answer'];
type Question = Endpoints['privateReads']['input'];
export type PrivateRead = Answer['entries'][number];

/** Days as `2026-11-28`. `until` is the last day. */
export interface ReadsFilter {
  readonly by: string | undefined;
  readonly owner: string | undefined;
  readonly from: Day | undefined;
  readonly until: Day | undefined;
  /** Name of a type; undefined for all kinds of records of the organizations. */
  readonly type: string | undefined;
  /** Includes accounts and what belongs to one person. */
  readonly personal: boolean | undefined;
}

/** Returns the name of the type of the record. A type that is no longer declared keeps its number. */
export const kindOfRead = (messages: Messages, id: string): string => {
  const { type = '' } = tryParseItemId(id) ?? {};
  return messages.find(`types.${type}.label`) ?? type;
};

const startOfReads = (day: Day, timeZone: string): string | undefined =>
  instantOf(day, '00:00', timeZone)?.toISOString();

/** Returns the question for the days of the time zone, which is that of the person's organisation, as in searches. */
export const readsQuestion = ({ by, owner, from, until, type, personal }: ReadsFilter, timeZone: string): Question => {
  const start = from && startOfReads(from, timeZone);
  const end = until && startOfReads(addDays(until, 1), timeZone);
  return {
    ...{ ...(by && { by }), ...(owner && { owner }), ...(start && { from: start }), ...(end && { until: end }) },
    ...(type && { types: [type] }),
    ...(personal && { personal }),
  };
};

const ENTRIES_PER_REQUEST = 1_000;
/** Larger trails are exported by the command `export-audit`. */
const MOST_EXPORTED = 100_000;
const EXPORTED_COLUMNS = ['at', 'by', 'actingAs', 'how', 'kind', 'record', 'recordId', 'owner'] as const;

type AskReads = (page: Pick<Question, 'before' | 'max'>) => Promise<Answer>;

/** Returns the entries as CSV, oldest pages last. `isCut` is true when there are more entries than a file holds. */
export const readsCsv = async (
  messages: Messages,
  ask: AskReads,
): Promise<{ readonly text: string; readonly isCut: boolean }> => {
  const line = ({ at, by, asUser, channel, $id, owners, labels }: PrivateRead): string => {
    const nameOf = (id: string): string => labels[id] ?? id;
    const [way = ''] = channel.split('/', 1);
    return csvLine([
      ...[at, by === null ? messages.format('meta.audit.visitor') : nameOf(by), asUser === null ? '' : nameOf(asUser)],
      ...[messages.find(`meta.audit.channel.${way}`) ?? channel, kindOfRead(messages, $id), labels[$id] ?? '', $id],
      owners.map(nameOf).join('; '),
    ]);
  };
  const lines = [csvLine(EXPORTED_COLUMNS.map((name) => messages.format(`reads.${name}`)))];
  for (let before: number | undefined; ;) {
    // oxlint-disable-next-line no-await-in-loop -- each page begins after the one before it
    const { entries, more } = await ask({ max: ENTRIES_PER_REQUEST, ...(before !== undefined && { before }) });
    lines.push(...entries.map(line));
    before = entries.at(-1)?.entry;
    if (!more || before === undefined) return { text: CSV_MARK + lines.join(''), isCut: false };
    if (lines.length > MOST_EXPORTED) return { text: CSV_MARK + lines.join(''), isCut: true };
  }
};
