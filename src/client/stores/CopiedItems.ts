// Items that ItemStore shows from copies of this device while the server cannot be reached. They are read again as soon as it can.

import { observable } from 'mobx';
import { isUnreachable } from 'src/client/connection/ClientProblem.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';

/** Item from this device, and the time at which the server sent it. */
export interface ItemCopy {
  readonly item: Item;
  readonly at: string;
}

/** Returns those of the items of which this device has a copy. */
type CopiesOf = (ids: readonly ItemId[]) => Promise<readonly ItemCopy[]>;

export class CopiedItems {
  private readonly times = observable.map<ItemId, string>();
  private copiesOf: CopiesOf = () => Promise.resolve([]);

  /** Copies come from this function from now on. */
  use(copiesOf: CopiesOf): void {
    this.copiesOf = copiesOf;
  }

  /** Returns the time at which the server sent the item, when the page shows a copy. Observable. */
  at(id: ItemId): string | undefined {
    return this.times.get(id);
  }

  /** Resolves to the copies that replace the answer of a request that failed. */
  async insteadOf(thrown: unknown, ids: readonly ItemId[]): Promise<readonly ItemCopy[]> {
    return isUnreachable(thrown) && ids.length > 0 ? await this.copiesOf(ids) : [];
  }

  // These must run inside an action.
  show({ item, at }: ItemCopy): void {
    this.times.set(item.$id, at);
  }

  delete(id: ItemId): void {
    this.times.delete(id);
  }

  clear(): void {
    this.times.clear();
  }
}
