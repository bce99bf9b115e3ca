// The choice of what a log hands over: a period, kinds of entries, entries that are left out, and texts that are blacked out. A text
// that is blacked out is taken out of its row, so no file can hold it.

import {
  LOG_FIELDS,
  LOG_GROUPS,
  type LogField,
  type LogGroup,
  type LogRow,
} from 'src/domain/consult/logRows.server.ts';
import { isRecord } from 'src/base/isRecord.ts';
import { dayIn, type Day } from 'src/model/calendar/localDay.ts';
import type { Json, Values } from 'src/model/item/Item.ts';

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

const listAt = (input: Values, name: string): readonly Json[] => {
  const value = input[name];
  return Array.isArray(value) ? (value as readonly Json[]) : [];
};
const textAt = (input: Values, name: string): string | undefined => {
  const value = input[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

const fieldsIn = (value: Json | undefined): Set<LogField> =>
  new Set(LOG_FIELDS.filter((field) => Array.isArray(value) && value.includes(field)));

/** Reads the choice from an input that was checked by its declared schema. */
export const choiceOf = (input: Values): LogChoice => {
  const groups = LOG_GROUPS.filter((group) => listAt(input, 'kinds').includes(group));
  const blackedOut = listAt(input, 'blackOut').filter((each) => isRecord(each));
  return {
    ...{ from: textAt(input, 'from'), to: textAt(input, 'to') },
    groups: new Set(input['kinds'] === undefined ? LOG_GROUPS : groups),
    leftOut: new Set(listAt(input, 'leaveOut').map(String)),
    blackedOut: new Map(blackedOut.map(({ entry, fields }) => [String(entry), fieldsIn(fields)])),
    hasMinutes: input['minutes'] === true,
    seen: textAt(input, 'seen'),
  };
};

export const isInPeriod = ({ from, to }: LogChoice, at: string, zone: string): boolean => {
  if (from === undefined && to === undefined) return true;
  const day = at.includes('T') ? dayIn(new Date(at), zone) : at;
  return (from === undefined || day >= from) && (to === undefined || day <= to);
};

const NONE: ReadonlySet<LogField> = new Set();

export const chosenRow = (
  { blackedOut }: LogChoice,
  row: LogRow,
  { entry, group }: Pick<ChosenRow, 'entry' | 'group'>,
): ChosenRow => {
  const fields = new Set([...(blackedOut.get(entry) ?? NONE)].filter((field) => row[field] !== ''));
  const emptied = Object.fromEntries([...fields].map((field) => [field, '']));
  // Files would show what is blacked out in the entry.
  const files = fields.size > 0 ? [] : row.files;
  return { ...row, ...emptied, files, entry, group, blackedOut: fields };
};
