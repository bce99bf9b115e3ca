// Declared reports: what happened around one item, in the order of time, as its reader may read it at that moment. The times of all
// records are looked up first; then the records are read one page at a time, so that a report of any length takes the memory of a page.

import { createHash } from 'node:crypto';
import { stringIn } from 'src/base/stringsIn.ts';
import { instantOf } from 'src/model/calendar/instantOf.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { invalidAt, problem } from 'src/model/problems.ts';
import type { ReportMoment, ReportSet, ReportSource } from 'src/model/schema/ReportType.ts';
import type { ExchangeContext } from 'src/server/exchange/ExchangeNeeds.ts';
import { createListReader } from 'src/server/exchange/exportLists.ts';
import type { ExportWords } from 'src/server/exchange/exportWords.ts';
import { chosenRow, isInPeriod, type ReportChoice, type ReportRow } from 'src/server/exchange/reportChoice.ts';
import {
  conditionalValue,
  computedValues,
  fulfils,
  isConditionMet,
  reportFilter,
  reportValuesAt,
  type ComputedValues,
  type ComputeReportValues,
  type ReportRecord,
  type ReportRun,
} from 'src/server/exchange/reportRun.ts';
import { reportText } from 'src/server/exchange/reportTexts.ts';
import { createZones, ownedOf } from 'src/server/store/calendars.ts';

const ITEMS_PER_PAGE = 500;
/** Maximum number of entries of one report, whose times and ids are held at once. */
const MOST_ENTRIES = 200_000;

export interface ReportEntry {
  readonly entry: string;
  readonly at: string;
  readonly source: ReportSource;
  readonly id: ItemId;
  /** Version of the record. */
  readonly u: number;
}

interface Opening {
  readonly report: string;
  readonly about: ItemId;
  readonly words: ExportWords;
  readonly zone: string;
  readonly options: ReadonlySet<string>;
  readonly compute: Readonly<Record<string, ComputeReportValues>>;
}

type Reading = Pick<ReportRun, 'context' | 'report' | 'words'>;

/** Reads the items that the reader may read, with the labels of those that they name. The audit has the name of the report. */
const readRecords = async ({ context, report }: Reading, ids: readonly ItemId[]): Promise<Item[]> => {
  const { services, db, readFilter } = context;
  const read = await services.items.readVisible(db, readFilter, ids, { channel: report.name, labels: true });
  return read.filter((item) => !item.$labelOnly);
};

/** Yields everything of the type that matches, one page at a time. */
async function* pagesOf(
  run: ReportRun,
  { type, where }: Pick<ReportSource, 'type' | 'where'>,
): AsyncGenerator<readonly Item[]> {
  const { services, readFilter, gone } = run.context;
  const must = reportFilter(run, where);
  for (let after: string | undefined, isMore = must !== undefined; isMore;) {
    const query = { must: { _t: [type], ...must }, max: ITEMS_PER_PAGE, ...(after !== undefined && { after }) };
    const part = await services.search.search(readFilter, query, gone);
    yield await readRecords(run, part.ids);
    ({ after } = part);
    isMore = after !== undefined;
  }
}

/** Returns records of one type as the texts read them. */
const recordsOf = async (
  { context: { services, readFilter }, words }: Reading,
  items: readonly Item[],
): Promise<(item: Item, values?: ComputedValues) => ReportRecord> => {
  const types = [...new Set(items.map(({ _t }) => _t))].flatMap((name) => services.registry.types[name] ?? []);
  const listText = await createListReader(services, types, words.language)(readFilter, items);
  return (item, values = {}) => ({ item, values, cells: { words, listText } });
};

const readSet = async (run: ReportRun, set: ReportSet): Promise<readonly Item[]> => {
  if ('from' in set) return (run.sets.get(set.from) ?? []).filter((item) => fulfils(run, set.if, item));
  const found: Item[] = [];
  for await (const page of pagesOf(run, set)) found.push(...page);
  const values = await computedValues(run, set.values, found);
  const recordOf = await recordsOf(run, found);
  const members = found.flatMap((item) => {
    const computed = values(item);
    return computed ? [{ ...recordOf(item, computed), texts: set.texts }] : [];
  });
  for (const member of members) run.members.set(member.item.$id, member);
  return members.map(({ item }) => item).toSorted((one, other) => one._i - other._i);
};

/** Reads what all entries need. Returns undefined where the reader may not read the item. */
export const openReport = async (context: ExchangeContext, opening: Opening): Promise<ReportRun | undefined> => {
  const { words, about, ...others } = opening;
  const { services, db } = context;
  const report = services.registry.reports[opening.report];
  if (report === undefined) throw new Error(`no report ${opening.report} is declared`);
  const reading = { context, report, words };
  const [item] = await readRecords(reading, [about]);
  if (!item) return undefined;
  const recordOf = await recordsOf(reading, [item]);
  const zoneOfOwner = createZones(services, db);
  const zoneOf: ReportRun['zoneOf'] = async (each) => {
    const type = services.registry.types[each._t];
    return type ? await zoneOfOwner(ownedOf(each, type)) : opening.zone;
  };
  const run: ReportRun = {
    ...{ ...others, ...reading, about: recordOf(item), sets: new Map(), members: new Map(), zoneOf },
  };
  for (const [name, set] of Object.entries(report.sets)) run.sets.set(name, await readSet(run, set));
  return run;
};

const momentAt = async (run: ReportRun, record: ReportRecord, { path, time }: ReportMoment): Promise<string> => {
  const [day = '', start = ''] = [path, time].map((each) => stringIn(reportValuesAt(run, record, each)[0]));
  if (day === '' || start === '') return day;
  return instantOf(day, start, await run.zoneOf(record.item))?.toISOString() ?? day;
};

/** Returns the day or moment of an entry; undefined for a record that is no entry. */
const timeOf = async (run: ReportRun, source: ReportSource, record: ReportRecord): Promise<string | undefined> => {
  if (source.when !== undefined && !isConditionMet(run, source.when, record)) return undefined;
  for (const each of conditionalValue(run, source.day, record) ?? []) {
    const at =
      typeof each === 'string' ? stringIn(reportValuesAt(run, record, each)[0]) : await momentAt(run, record, each);
    if (at) return at;
  }
  return undefined;
};

/** Takes a day without a time as the beginning of that day. */
const millisecondsAt = (at: string, zone: string): number =>
  at.includes('T') ? Date.parse(at) : (instantOf(at, '00:00', zone)?.getTime() ?? 0);

/** Returns what can be chosen in the period and of the kinds, in the order of time. */
const allEntries = async (run: ReportRun, choice: ReportChoice): Promise<readonly ReportEntry[]> => {
  const entries: ReportEntry[] = [];
  for (const source of run.report.sources.filter(({ group }) => choice.groups?.has(group) ?? true))
    for await (const page of pagesOf(run, source)) {
      for (const item of page) {
        const at = await timeOf(run, source, { ...run.about, item, values: {} });
        if (at === undefined || !isInPeriod(choice, at, run.zone)) continue;
        entries.push({ entry: `${source.key}/${item.$id}`, at, source, id: item.$id, u: item._u });
      }
      if (entries.length > MOST_ENTRIES) throw problem('tooLarge');
    }
  return entries.toSorted((one, other) => millisecondsAt(one.at, run.zone) - millisecondsAt(other.at, run.zone));
};

/** Returns one value for all that a person looked at: which entries there are, and the versions of their records. */
export const reportDigest = ({ about: { item } }: ReportRun, entries: readonly ReportEntry[]): string => {
  const hash = createHash('sha256').update(`${item.$id} ${item._u}\n`);
  for (const { entry, u } of entries) hash.update(`${entry} ${u}\n`);
  return hash.digest('hex');
};

/**
 * Returns the chosen entries without those that are left out. Throws `invalid` where the report has changed since the person looked at it.
 */
export const chosenEntries = async (run: ReportRun, choice: ReportChoice): Promise<readonly ReportEntry[]> => {
  const entries = await allEntries(run, choice);
  if (choice.seen !== undefined && choice.seen !== reportDigest(run, entries))
    throw invalidAt('/seen', `errors.${run.report.name}.changed`);
  return entries.filter(({ entry }) => !choice.leftOut.has(entry));
};

/** Returns the rows of records of one source. A record that is no entry has none. */
const sourceRows = async (
  run: ReportRun,
  source: ReportSource,
  items: readonly Item[],
): Promise<ReadonlyMap<ItemId, Omit<ReportRow, 'blackedOut'>>> => {
  const values = await computedValues(run, source.values, items);
  const recordOf = await recordsOf(run, items);
  const rows = new Map<ItemId, Omit<ReportRow, 'blackedOut'>>();
  for (const item of items) {
    const computed = values(item);
    const record = recordOf(item, computed);
    const at = computed && (await timeOf(run, source, record));
    if (at === undefined) continue;
    const textAt = (column: string): string => reportText(run, source.columns[column], record);
    const texts = Object.fromEntries(run.report.columns.map((column) => [column, textAt(column)]));
    const paths = conditionalValue(run, source.files, record) ?? [];
    rows.set(item.$id, {
      ...{ entry: `${source.key}/${item.$id}`, group: source.group, at, record: item.$id, texts },
      method: reportText(run, source.method, record),
      files: paths.flatMap((path) => reportValuesAt(run, record, path)).filter(isItemId),
      hasText: source.paper !== undefined && (source.paper === 'method' || texts[source.paper] !== ''),
    });
  }
  return rows;
};

/** Returns the rows in the given order, without records that were deleted. */
export const reportRows = async (
  run: ReportRun,
  choice: ReportChoice,
  entries: readonly ReportEntry[],
): Promise<readonly ReportRow[]> => {
  const read = await readRecords(
    run,
    entries.map(({ id }) => id),
  );
  const items = new Map(read.map((item) => [item.$id, item]));
  const rows = new Map<string, Omit<ReportRow, 'blackedOut'>>();
  for (const source of new Set(entries.map((entry) => entry.source))) {
    const found = entries.filter((entry) => entry.source === source).flatMap(({ id }) => items.get(id) ?? []);
    for (const row of (await sourceRows(run, source, found)).values()) rows.set(row.entry, row);
  }
  return entries.flatMap(({ entry }) => {
    const row = rows.get(entry);
    return row ? [chosenRow(choice, row)] : [];
  });
};

/** Yields the rows of the entries, one page at a time. */
export async function* reportPages(
  run: ReportRun,
  choice: ReportChoice,
  entries: readonly ReportEntry[],
): AsyncGenerator<readonly ReportRow[]> {
  for (let from = 0; from < entries.length; from += ITEMS_PER_PAGE) {
    run.context.gone?.throwIfAborted();
    yield await reportRows(run, choice, entries.slice(from, from + ITEMS_PER_PAGE));
  }
}
