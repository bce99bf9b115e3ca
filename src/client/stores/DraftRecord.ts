// A draft as stored on this device between visits. Records are validated when they are read, because another version may have written them.

import { isRecord } from 'src/base/isRecord.ts';
import type { ItemId, Values } from 'src/model/item/Item.ts';

/** A save that was sent or waits to be sent. Its key makes it happen only once. */
export interface PendingSave {
  readonly key: string;
  /** Changed properties of an item, or all properties of a new one. */
  readonly changes: Values;
  /** `_u` of the changed version; undefined for a new item. */
  readonly _u: number | undefined;
  /** Changes at the time of a further save, which is made when this one is. */
  readonly again?: Values;
}

export interface DraftRecord {
  readonly key: string;
  /** Tab of the draft. Two tabs never write the same record. */
  readonly tab: string;
  readonly type: string;
  /** Undefined for a new item. */
  readonly id: ItemId | undefined;
  /** Name of the item when it was last changed here; undefined for a new item. */
  readonly label?: string | undefined;
  /** Values of the changed properties when they were changed; the initial values of a new item. */
  readonly base: Values;
  readonly changes: Values;
  /** Typed text that is not valid JSON yet. */
  readonly raw?: string | undefined;
  readonly pending: PendingSave | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const isPendingSave = (value: unknown): boolean =>
  value === undefined ||
  (isRecord(value) &&
    typeof value.key === 'string' &&
    isRecord(value.changes) &&
    (value.again === undefined || isRecord(value.again)));

export const isDraftRecord = (value: unknown): value is DraftRecord =>
  isRecord(value) &&
  typeof value.key === 'string' &&
  typeof value.tab === 'string' &&
  typeof value.type === 'string' &&
  (value.id === undefined || typeof value.id === 'string') &&
  (value.label === undefined || typeof value.label === 'string') &&
  isRecord(value.base) &&
  isRecord(value.changes) &&
  (value.raw === undefined || typeof value.raw === 'string') &&
  isPendingSave(value.pending);
