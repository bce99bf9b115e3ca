// Delays pushes during a save until its reply, so that the person's own change does not look like a change by others. Owned by ItemStore.

import type { ItemUpdatePush } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';

interface Held {
  writes: number;
  readonly pushes: ItemUpdatePush[];
}

export class OwnWrites {
  private readonly held = new Map<ItemId, Held>();

  /** Returns true when the push is delayed. */
  hold(push: ItemUpdatePush): boolean {
    const held = this.held.get(push.$id);
    held?.pushes.push(push);
    return held !== undefined;
  }

  /** Runs a save, then passes delayed pushes, oldest first, to `apply`. */
  async during<T>(id: ItemId, save: () => Promise<T>, apply: (push: ItemUpdatePush) => void): Promise<T> {
    const held = this.held.get(id) ?? { writes: 0, pushes: [] };
    this.held.set(id, held);
    held.writes += 1;
    try {
      return await save();
    } finally {
      held.writes -= 1;
      if (held.writes === 0) {
        this.held.delete(id);
        held.pushes.sort((a, b) => (a._u ?? Infinity) - (b._u ?? Infinity)).forEach(apply);
      }
    }
  }
}
