// Results of a listing that are selected for one action: some, or all that the search finds, including those not listed yet.

import { actionBound, computed, makeObservable, observable, observableRef } from 'mobx';
import type { ItemId } from 'src/model/item/Item.ts';

/** Results among which a selection chooses. */
interface Results {
  readonly ids: readonly ItemId[];
  readonly total: number;
}

export class Selection {
  /** True if every result of the search is selected, including those not loaded. */
  all = false;
  private chosen: ReadonlySet<ItemId> = new Set();
  /** Start of a range. */
  private anchor: ItemId | undefined;
  private readonly results: Results;

  constructor(results: Results) {
    this.results = results;
    makeObservable<Selection, 'chosen'>(this, {
      all: observable,
      chosen: observableRef,
      count: computed,
      clear: actionBound,
      toggle: actionBound,
      extendTo: actionBound,
      chooseListed: actionBound,
      chooseAll: actionBound,
    });
  }

  get count(): number {
    return this.all ? this.results.total : this.chosen.size;
  }

  get ids(): readonly ItemId[] {
    return [...this.chosen];
  }

  has(id: ItemId): boolean {
    return this.all || this.chosen.has(id);
  }

  clear(): void {
    this.all = false;
    this.chosen = new Set();
    this.anchor = undefined;
  }

  toggle(id: ItemId): void {
    // After "all results", the loaded ones stay selected.
    const next = new Set(this.all ? this.results.ids : this.chosen);
    if (!next.delete(id)) next.add(id);
    this.all = false;
    this.chosen = next;
    this.anchor = id;
  }

  /** Selects the range from the last selected item to this one, in displayed order. */
  extendTo(id: ItemId, ids: readonly ItemId[] = this.results.ids): void {
    const anchor = this.anchor !== undefined && ids.includes(this.anchor) ? this.anchor : id;
    const [from, to] = [ids.indexOf(anchor), ids.indexOf(id)].toSorted((one, other) => one - other);
    this.chosen = new Set([...this.chosen, ...ids.slice(Math.max(0, from ?? 0), (to ?? 0) + 1)]);
    this.anchor = anchor;
  }

  chooseListed(): void {
    this.all = false;
    this.chosen = new Set(this.results.ids);
  }

  chooseAll(): void {
    this.all = true;
  }
}
