// Which version of an item this person has looked at: that of the moment when they opened its page, or saved it themselves. What others
// write in it later shows at once, and yet was not looked at. Owned by ItemStore; sent with decisions that ask for it.

import type { Item, ItemId } from 'src/model/item/Item.ts';

const MOST = 500;

export class LookedAt {
  private readonly versions = new Map<ItemId, number>();

  note({ $id, _u }: Pick<Item, '$id' | '_u'>): void {
    this.versions.delete($id);
    this.versions.set($id, _u);
    const [oldest] = this.versions.keys();
    if (this.versions.size > MOST && oldest !== undefined) this.versions.delete(oldest);
  }

  /** What this person has saved they know; of an item whose page is not open that says nothing. */
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
