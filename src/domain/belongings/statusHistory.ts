// Status of a belonging: the latest entry of its dated history.

import { isRecord } from 'src/base/isRecord.ts';
import type { Json, Values } from 'src/model/item/Item.ts';
import { daySpan } from 'src/model/kinds/approximateDate/edtf.ts';

/** Entry of the history. Its date may be approximate. */
export interface StatusEntry extends Values {
  readonly status: string;
  readonly date: string;
}

const isStatusEntry = (value: Json): value is StatusEntry & Json =>
  isRecord(value) && typeof value['status'] === 'string' && typeof value['date'] === 'string';

export const statusEntries = ({ statusHistory }: Values): readonly StatusEntry[] =>
  Array.isArray(statusHistory) ? (statusHistory as readonly Json[]).filter(isStatusEntry) : [];

/** An entry without a known day comes before all others. */
const firstDayOf = ({ date }: StatusEntry): number => daySpan(date)?.earliest ?? -Infinity;

/** Returns the status of the latest entry. If several have the same day, the last in the list counts. */
export const lastStatus = (properties: Values): Json => {
  const entries = statusEntries(properties);
  const latest = Math.max(...entries.map(firstDayOf));
  return entries.findLast((entry) => firstDayOf(entry) === latest)?.status ?? null;
};
