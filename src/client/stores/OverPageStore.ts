// The parts of areas that lie over every page of this tab (`overPage` of the areas). A reload of the tab shows them again.

import { observable, runInAction } from 'mobx';
import type { KeyValueStorage } from 'src/client/connection/environment.ts';

const OVER_PAGE_KEY = 'Over-Page';

export class OverPageStore {
  private readonly storage: KeyValueStorage | undefined;
  private readonly keys = observable.set<string>();

  constructor(storage: KeyValueStorage | undefined) {
    this.storage = storage;
    const stored = storage?.getItem(OVER_PAGE_KEY) ?? '';
    for (const key of stored.split(' ')) if (key !== '') this.keys.add(key);
  }

  /** Observable. */
  isShown(key: string): boolean {
    return this.keys.has(key);
  }

  show(key: string): void {
    runInAction(() => this.keys.add(key));
    this.store();
  }

  hide(key: string): void {
    runInAction(() => this.keys.delete(key));
    this.store();
  }

  private store(): void {
    this.storage?.setItem(OVER_PAGE_KEY, [...this.keys].join(' '));
  }
}
