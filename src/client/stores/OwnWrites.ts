// Pushes that arrive while a save of ours is under way wait for its reply, so that our own change does not look like
// somebody else's. Owned by ItemStore.

import type { ItemUpdatePush } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';

interface Held {
  writes: number;
  readonly pushes: ItemUpdatePush[];
}

export class OwnWrites {
  private readonly held = new Map<ItemId, Held>();

  /** True when the push waits. */
  hold(push: ItemUpdatePush): boolean {
    const held = this.held.get(push.$id);
    held?.pushes.push(push);
    return held !== undefined;
  }

  /** Runs a save; afterwards gives the pushes that waited, oldest first, to `apply`. */
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
