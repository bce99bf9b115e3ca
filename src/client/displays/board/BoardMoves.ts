// The card that a person is about to move, and where it can go. One card at a time: it is dragged, or its menu is open. The component of its
// moves stays on the page until the next card, because a move may ask questions. Created by BoardDisplay.

import { observable, runInAction, when } from 'mobx';
import type { GroupValue } from 'src/client/listing/ListingGroups.ts';
import type { ItemId } from 'src/model/item/Item.ts';

export interface BoardMove {
  readonly key: string;
  /** Value of the column to which it leads. */
  readonly to: GroupValue;
  readonly text: string;
  readonly run: () => void;
}

/** Time to wait for the rights of a card. */
const MOVES_TIMEOUT_MS = 5_000;

export class BoardMoves {
  private readonly card = observable.box<ItemId | undefined>(undefined);
  private readonly drag = observable.box(false);
  private readonly over = observable.box<string | undefined>(undefined);
  private readonly known = observable.box<readonly BoardMove[] | undefined>(undefined, { deep: false });

  /** Observable. */
  get id(): ItemId | undefined {
    return this.card.get();
  }

  /** True while the card is dragged. Observable. */
  get dragging(): boolean {
    return this.drag.get();
  }

  /** Undefined until the rights are known. Observable. */
  get moves(): readonly BoardMove[] | undefined {
    return this.known.get();
  }

  begin(id: ItemId, dragging: boolean): void {
    runInAction(() => {
      if (this.id !== id) this.known.set(undefined);
      this.card.set(id);
      this.drag.set(dragging);
    });
  }

  endDrag(): void {
    runInAction(() => {
      this.drag.set(false);
      this.over.set(undefined);
    });
  }

  /** Notes the key of the column under the pointer. */
  moveOver(column: string | undefined): void {
    runInAction(() => this.over.set(column));
  }

  /** Observable. */
  isOver(column: string): boolean {
    return this.over.get() === column;
  }

  offer(moves: readonly BoardMove[]): void {
    runInAction(() => this.known.set(moves));
  }

  /** Returns true if the dragged card can be dropped in the column; undefined while nothing is dragged or the rights are not known. Observable. */
  accepts(value: GroupValue): boolean | undefined {
    return this.dragging ? this.moves?.some(({ to }) => to === value) : undefined;
  }

  /** Makes the move to a column. Resolves to false where there is none. */
  async moveTo(value: GroupValue): Promise<boolean> {
    await when(() => this.moves !== undefined, { timeout: MOVES_TIMEOUT_MS }).catch(() => undefined);
    const move = this.moves?.find(({ to }) => to === value);
    move?.run();
    return move !== undefined;
  }
}
