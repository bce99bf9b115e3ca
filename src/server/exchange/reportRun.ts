// A report while it is read: its item, the records of its sets, and what its conditions and paths give for one record.

import { stringIn } from 'src/base/stringsIn.ts';
import type { Predicate } from 'src/model/access/Predicate.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import { isReportWhen, type ReportChosen, type ReportType, type ReportValues } from 'src/model/schema/ReportType.ts';
import { compilePredicate } from 'src/server/access/actions/predicates.ts';
import type { ExchangeContext } from 'src/server/exchange/ExchangeNeeds.ts';
import type { ExportWords } from 'src/server/exchange/exportWords.ts';
import type { CellContext } from 'src/model/kinds/KindCodec.ts';

/** Values that a function of an area computes for a record: texts, and ids of items. */
export type ComputedValues = Readonly<Record<string, string | readonly ItemId[]>>;

/** Computes values of records that are read together. A record without values is left out. */
export type ComputeReportValues = (
  run: ReportRun,
  items: readonly Item[],
  of: readonly string[],
) => Promise<(item: Item) => ComputedValues | undefined>;

/** A record with its computed values. */
export interface ReportRecord {
  readonly item: Item;
  readonly values: ComputedValues;
  readonly cells: CellContext;
  /** Texts that its set declares. */
  readonly texts?: Readonly<Record<string, ReportChosen<string>>> | undefined;
}

export interface ReportRun {
  readonly context: ExchangeContext;
  readonly report: ReportType;
  readonly words: ExportWords;
  readonly about: ReportRecord;
  /** Time zone in which days are compared. */
  readonly zone: string;
  /** Options that the person chose. */
  readonly options: ReadonlySet<string>;
  /** Records by the name of their set, in the order in which they were created. */
  readonly sets: Map<string, readonly Item[]>;
  /** Records of all sets by id. */
  readonly members: Map<ItemId, ReportRecord>;
  readonly compute: Readonly<Record<string, ComputeReportValues>>;
  /** Returns the time zone of the owner of an item. */
  zoneOf(item: Item): Promise<string>;
}

/** Evaluates a predicate that looks at the values of the item only. */
export const fulfils = ({ context: { subject, now } }: ReportRun, predicate: Predicate, item: Item): boolean =>
  compilePredicate(predicate, {})(
    subject,
    {
      ...{ id: item.$id, type: item._t, creator: item._c.creator, owners: [] },
      ...{ properties: item as Readonly<Record<string, Json>>, related: () => [], may: () => false },
    },
    now,
  );

/** Returns true for a record that fulfils the condition of the report. */
export const isConditionMet = (run: ReportRun, name: string, { item }: ReportRecord): boolean => {
  const condition = run.report.conditions[name];
  if (condition === undefined) throw new Error(`${run.report.name} has no condition ${name}`);
  if ('if' in condition) return fulfils(run, condition.if, item);
  if ('option' in condition) return run.options.has(condition.option);
  if ('since' in condition) {
    const since = stringIn(run.about.item[condition.since]);
    return since !== '' && item._c.ts >= since;
  }
  const members = run.sets.get(condition.in) ?? [];
  const { by } = condition;
  if ('none' in condition) return !members.some((each) => each[by] === item.$id && fulfils(run, condition.none, each));
  return members.findLast((each) => each[by] === item[by] && fulfils(run, condition.last, each))?.$id === item.$id;
};

/** Returns the value that the conditions choose for the record. */
export const conditionalValue = <T>(
  run: ReportRun,
  chosen: ReportChosen<T> | undefined,
  record: ReportRecord,
): T | undefined => {
  if (chosen === undefined || !isReportWhen(chosen)) return chosen;
  return conditionalValue(run, isConditionMet(run, chosen.when, record) ? chosen.then : chosen.else, record);
};

/** Follows `$about` and relations to records of sets. Returns the record at the end and the path of its own value. */
export const reachRecord = (run: ReportRun, record: ReportRecord, path: string): readonly [ReportRecord, string] => {
  const at = path.indexOf('.');
  if (at < 0) return [record, path];
  const first = path.slice(0, at);
  const next = first === '$about' ? run.about : run.members.get(stringIn(record.item[first]));
  return next ? reachRecord(run, next, path.slice(at + 1)) : [record, path];
};

/** Returns the values at a path of the record. */
export const reportValuesAt = (run: ReportRun, record: ReportRecord, path: string): readonly Json[] => {
  const [{ item, values }, own] = reachRecord(run, record, path);
  const computed = own.startsWith('$') ? values[own.slice(1)] : undefined;
  return computed === undefined ? valuesAt(item, own) : [computed].flat();
};

/** Returns the computed values of records; undefined for a record that is left out. */
export const computedValues = async (
  run: ReportRun,
  declared: ReportValues | undefined,
  items: readonly Item[],
): Promise<(item: Item) => ComputedValues | undefined> => {
  if (declared === undefined) return () => ({});
  const compute = run.compute[declared.by];
  if (compute === undefined) throw new Error(`${run.report.name} has no function ${declared.by}`);
  return await compute(run, items, declared.of ?? []);
};

/** Returns a search for the records; undefined where it can find none. */
export const reportFilter = (
  run: ReportRun,
  where: Readonly<Record<string, readonly string[]>>,
): Readonly<Record<string, readonly string[]>> | undefined => {
  const valuesOf = (value: string): readonly string[] => {
    if (value === '$about') return [run.about.item.$id];
    if (value.startsWith('$about.')) return reportValuesAt(run, run.about, value).filter(isItemId);
    return value.startsWith('$') ? (run.sets.get(value.slice(1)) ?? []).map(({ $id }) => $id) : [value];
  };
  const filter = Object.fromEntries(Object.entries(where).map(([path, values]) => [path, values.flatMap(valuesOf)]));
  return Object.values(filter).some((values) => values.length === 0) ? undefined : filter;
};
