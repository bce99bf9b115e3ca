// Collects items that change within a short time, so that they are read together. Used by displays that draw a listing as a whole: maps and
// timelines.

import type { ItemId } from 'src/model/item/Item.ts';

const CHANGES_COLLECT_MS = 300;

export class ChangedItems {
  readonly #ids = new Set<ItemId>();
  readonly #read: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `read` is called once after the first change, and takes all changes until then. */
  constructor(read: () => void) {
    this.#read = read;
  }

  add(id: ItemId): void {
    this.#ids.add(id);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#read();
    }, CHANGES_COLLECT_MS);
  }

  take(): readonly ItemId[] {
    const ids = [...this.#ids];
    this.#ids.clear();
    return ids;
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#ids.clear();
  }
}
