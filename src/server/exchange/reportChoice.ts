// The choice of what a report hands over: a period, kinds of entries, entries that are left out, and texts that are blacked out. A text
// that is blacked out is taken out of its row, so no file can hold it.

import { dayIn, type Day } from 'src/model/calendar/dayIn.ts';
import type { ItemId } from 'src/model/item/Item.ts';

export interface ReportChoice {
  readonly from: Day | undefined;
  readonly to: Day | undefined;
  /** All kinds where undefined. */
  readonly groups: ReadonlySet<string> | undefined;
  readonly leftOut: ReadonlySet<string>;
  /** Blacked-out columns, by the key of their entry. */
  readonly blackedOut: ReadonlyMap<string, ReadonlySet<string>>;
  /** Digest of the entries that the person looked at. */
  readonly seen: string | undefined;
}

export interface ReportRow {
  /** Key of the entry. */
  readonly entry: string;
  readonly group: string;
  /** Day or moment. */
  readonly at: string;
  readonly method: string;
  readonly record: ItemId;
  /** Texts by column; empty where they are blacked out. */
  readonly texts: Readonly<Record<string, string>>;
  readonly blackedOut: ReadonlySet<string>;
  /** Files that belong to the entry. */
  readonly files: readonly ItemId[];
  /** True for an entry with a text of its own, which becomes a paper of a bundle. */
  readonly hasText: boolean;
}

/** The choices of a person, in the form of an endpoint's input. */
interface ChosenInput {
  readonly from?: string;
  readonly to?: string;
  readonly kinds?: readonly string[];
  readonly leaveOut?: readonly string[];
  readonly blackOut?: readonly { readonly entry: string; readonly fields: readonly string[] }[];
  readonly seen?: string;
}

export const reportChoice = ({ from, to, kinds, leaveOut, blackOut = [], seen }: ChosenInput): ReportChoice => ({
  ...{ from: from || undefined, to: to || undefined, seen: seen || undefined },
  groups: kinds && new Set(kinds),
  leftOut: new Set(leaveOut),
  blackedOut: new Map(blackOut.map(({ entry, fields }) => [entry, new Set(fields)])),
});

export const isInPeriod = ({ from, to }: ReportChoice, at: string, zone: string): boolean => {
  if (from === undefined && to === undefined) return true;
  const day = at.includes('T') ? dayIn(new Date(at), zone) : at;
  return (from === undefined || day >= from) && (to === undefined || day <= to);
};

/** Returns the row without the texts that are blacked out. */
export const chosenRow = ({ blackedOut }: ReportChoice, row: Omit<ReportRow, 'blackedOut'>): ReportRow => {
  const columns = new Set([...(blackedOut.get(row.entry) ?? [])].filter((column) => row.texts[column] !== ''));
  const emptied = Object.fromEntries([...columns].map((column) => [column, '']));
  // Files would show what is blacked out in the entry.
  const files = columns.size > 0 ? [] : row.files;
  return { ...row, texts: { ...row.texts, ...emptied }, files, blackedOut: columns };
};
