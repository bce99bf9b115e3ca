// Collects the ids that components request while rendering and reads them together. Owned by ItemStore.

import type { Timers } from 'src/base/timers.ts';
import type { ItemId } from 'src/model/item/Item.ts';

/** One frame: a render pass requests all its rows before a request is sent. */
const GATHER_MS = 16;
/** Maximum number of ids in one readMany. */
const MAX_IDS_PER_READ = 1000;

export class ReadQueue {
  private readonly timers: Timers;
  private readonly read: (ids: readonly ItemId[], long?: boolean) => void;
  private readonly ids = new Set<ItemId>();
  private readonly underway = new Set<ItemId>();
  private stop: (() => void) | undefined;

  /** `long` requests the answer over the channel for long answers. */
  constructor(timers: Timers, read: (ids: readonly ItemId[], long: boolean) => Promise<void>) {
    this.timers = timers;
    this.read = (ids, long = false) => {
      for (const id of ids) this.underway.add(id);
      void read(ids, long).finally(() => {
        for (const id of ids) this.underway.delete(id);
      });
    };
  }

  add(id: ItemId): void {
    if (this.underway.has(id)) return;
    this.ids.add(id);
    this.stop ??= this.timers.after(GATHER_MS, () => this.flush());
  }

  /** Reads items at once that a new page is going to show, at most MAX_IDS_PER_READ. */
  ahead(ids: readonly ItemId[]): void {
    const unasked = ids.filter((id) => !this.has(id));
    if (unasked.length > 0) this.read(unasked, true);
  }

  /** Returns true for a requested item without an answer yet. */
  has(id: ItemId): boolean {
    return this.ids.has(id) || this.underway.has(id);
  }

  clear(): void {
    this.stop?.();
    this.stop = undefined;
    this.ids.clear();
    this.underway.clear();
  }

  private flush(): void {
    this.stop = undefined;
    const ids = [...this.ids];
    this.ids.clear();
    for (let at = 0; at < ids.length; at += MAX_IDS_PER_READ) this.read(ids.slice(at, at + MAX_IDS_PER_READ));
  }
}
