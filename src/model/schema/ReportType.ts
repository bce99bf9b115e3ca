// Declared reports: what happened around one item, in the order of time, as a table. Compiled from `reports.json`.

import type { Predicate } from 'src/model/access/Predicate.ts';

/** Condition of a report on one of its records. */
export type ReportCondition =
  | { readonly if: Predicate }
  /** True when the person asked for it. */
  | { readonly option: string }
  /** True for a record that is not older than the moment at this path of the item of the report. */
  | { readonly since: string }
  /** True when the record is the last that fulfils the predicate, among the records of the set with the same value of `by`. */
  | { readonly last: Predicate; readonly in: string; readonly by: string }
  /** True when no record of the set that names this record in `by` fulfils the predicate. */
  | { readonly none: Predicate; readonly in: string; readonly by: string };

/** One of two values by a condition of the report. */
export interface ReportWhen<T> {
  readonly when: string;
  readonly then: ReportChosen<T>;
  readonly else?: ReportChosen<T>;
}

export type ReportChosen<T> = T | ReportWhen<T>;

export const isReportWhen = <T>(chosen: ReportChosen<T>): chosen is ReportWhen<T> =>
  typeof chosen === 'object' && chosen !== null && 'when' in chosen;

/** Moment of a day at the time of day at `time`, in the time zone of the record's owner; the day where the time is unknown. */
export interface ReportMoment {
  readonly path: string;
  readonly time: string;
}

/** Function that computes further values of records; a text reads them as `{$name}`. `of` are paths of the record. */
export interface ReportValues {
  readonly by: string;
  readonly of?: readonly string[];
}

/** Values by path, or `$id`. `$about` is the id of the item of the report, `$about.{path}` a value of it, `${set}` the ids of a set. */
type ReportWhere = Readonly<Record<string, readonly string[]>>;

/** Records that are read once, before the entries. Paths of other records that name one of them may lead on to its values. */
export type ReportSet = {
  readonly values?: ReportValues;
  /** Texts of a record, which others read as `{relation.$name}`. */
  readonly texts?: Readonly<Record<string, ReportChosen<string>>>;
} & (
  | { readonly type: string; readonly where: ReportWhere }
  /** The records of another set that fulfil the predicate. */
  | { readonly from: string; readonly if: Predicate }
);

/** One kind of entries. */
export interface ReportSource {
  /** Identifies an entry together with the id of its record. */
  readonly key: string;
  /** Kind among which a person chooses. */
  readonly group: string;
  readonly type: string;
  readonly where: ReportWhere;
  readonly when?: string;
  /** Paths of the day or moment of the entry; the first with a value. A record without one is no entry. */
  readonly day: ReportChosen<readonly (string | ReportMoment)[]>;
  readonly values?: ReportValues;
  readonly method: string;
  readonly columns: Readonly<Record<string, ReportChosen<string>>>;
  /** Paths of files that belong to the entry. */
  readonly files?: ReportChosen<readonly string[]>;
  /** Column whose text makes the entry a paper of its own. */
  readonly paper?: string;
}

export interface ReportType {
  readonly name: string;
  /** Type of the item that the report is about. */
  readonly about: string;
  /** Texts of an entry, in the order of the columns. Their captions are the messages `{report}.{column}`. */
  readonly columns: readonly string[];
  readonly conditions: Readonly<Record<string, ReportCondition>>;
  readonly sets: Readonly<Record<string, ReportSet>>;
  /** Sources, in the order of entries with the same time. */
  readonly sources: readonly ReportSource[];
}
