// The choice of what a log hands over: a period, kinds of entries, entries that are left out, and texts that are blacked out. A text
// that is blacked out is taken out of its row, so no file can hold it.

import type { Endpoints } from 'src/model/generated/endpoints.ts';
import { LOG_GROUPS, type LogField, type LogGroup, type LogRow } from 'src/domain/consult/logRows.server.ts';
import { dayIn, type Day } from 'src/model/calendar/localDay.ts';

export interface LogChoice {
  readonly from: Day | undefined;
  readonly to: Day | undefined;
  readonly groups: ReadonlySet<LogGroup>;
  readonly leftOut: ReadonlySet<string>;
  /** Blacked-out fields, by the key of their entry. */
  readonly blackedOut: ReadonlyMap<string, ReadonlySet<LogField>>;
  readonly hasMinutes: boolean;
  /** Digest of the entries that the person looked at. */
  readonly seen: string | undefined;
}

/** A row as it is handed over. */
export interface ChosenRow extends LogRow {
  readonly entry: string;
  readonly group: LogGroup;
  readonly blackedOut: ReadonlySet<LogField>;
}

const nonEmptyText = (value: string | undefined): string | undefined => (value === '' ? undefined : value);

export const logChoice = (input: Endpoints['consultationLog']['input']): LogChoice => {
  const { from, to, kinds = LOG_GROUPS, leaveOut = [], blackOut = [], minutes = false, seen } = input;
  return {
    ...{ from: nonEmptyText(from), to: nonEmptyText(to), seen: nonEmptyText(seen) },
    groups: new Set(kinds),
    leftOut: new Set(leaveOut),
    blackedOut: new Map(blackOut.map(({ entry, fields }) => [entry, new Set(fields)])),
    hasMinutes: minutes,
  };
};

export const isInPeriod = ({ from, to }: LogChoice, at: string, zone: string): boolean => {
  if (from === undefined && to === undefined) return true;
  const day = at.includes('T') ? dayIn(new Date(at), zone) : at;
  return (from === undefined || day >= from) && (to === undefined || day <= to);
};

const NO_FIELDS: ReadonlySet<LogField> = new Set();

export const chosenRow = (
  { blackedOut }: LogChoice,
  row: LogRow,
  { entry, group }: Pick<ChosenRow, 'entry' | 'group'>,
): ChosenRow => {
  const fields = new Set([...(blackedOut.get(entry) ?? NO_FIELDS)].filter((field) => row[field] !== ''));
  const emptied = Object.fromEntries([...fields].map((field) => [field, '']));
  // Files would show what is blacked out in the entry.
  const files = fields.size > 0 ? [] : row.files;
  return { ...row, ...emptied, files, entry, group, blackedOut: fields };
};
