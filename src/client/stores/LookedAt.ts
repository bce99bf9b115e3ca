// Version of an item that this person has looked at: that of the moment when they opened its page or saved it. Later changes by others are
// shown at once, but do not count as looked at. Owned by ItemStore; sent with decisions that require it.

import type { Item, ItemId } from 'src/model/item/Item.ts';

const MAX_VERSIONS = 500;

export class LookedAt {
  private readonly versions = new Map<ItemId, number>();

  note({ $id, _u }: Pick<Item, '$id' | '_u'>): void {
    this.versions.delete($id);
    this.versions.set($id, _u);
    const [oldest] = this.versions.keys();
    if (this.versions.size > MAX_VERSIONS && oldest !== undefined) this.versions.delete(oldest);
  }

  /** People know what they have saved themselves, but only when the item's page is open. */
  noteOwn(item: Pick<Item, '$id' | '_u'>): void {
    if (this.versions.has(item.$id)) this.note(item);
  }

  of(id: ItemId): number | undefined {
    return this.versions.get(id);
  }

  clear(): void {
    this.versions.clear();
  }
}
