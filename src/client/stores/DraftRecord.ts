// A draft as it is kept on this device between visits. Whatever is read back is checked: another version may have written it.

import { isRecord } from 'src/base/isRecord.ts';
import type { ItemId, Values } from 'src/model/item/Item.ts';

/** A save that has been sent or waits to be; its key makes it happen once. */
export interface PendingSave {
  readonly key: string;
  /** Changed properties of an item, all properties of a new one. */
  readonly changes: Values;
  /** `_u` that the changes were made on; undefined for a new item. */
  readonly _u: number | undefined;
}

export interface DraftRecord {
  readonly key: string;
  /** The tab that types it: two tabs never write the same record. */
  readonly tab: string;
  readonly type: string;
  /** Undefined for a new item. */
  readonly id: ItemId | undefined;
  /** What the changed properties were when they were changed; the initial values of a new item. */
  readonly base: Values;
  readonly changes: Values;
  /** What was typed as JSON and is none yet. */
  readonly raw?: string | undefined;
  readonly pending: PendingSave | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const isPending = (value: unknown): boolean =>
  value === undefined || (isRecord(value) && typeof value.key === 'string' && isRecord(value.changes));

export const isDraftRecord = (value: unknown): value is DraftRecord =>
  isRecord(value) &&
  typeof value.key === 'string' &&
  typeof value.tab === 'string' &&
  typeof value.type === 'string' &&
  (value.id === undefined || typeof value.id === 'string') &&
  isRecord(value.base) &&
  isRecord(value.changes) &&
  (value.raw === undefined || typeof value.raw === 'string') &&
  isPending(value.pending);
