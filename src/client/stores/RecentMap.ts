// Observable map of bounded size: above its limit it removes the entries that were not used for the longest time, except those that the
// page observes or its owner still needs. Used by ItemStore, so that memory stays bounded in long sessions.

import { getObserverTree, observable } from 'mobx';

interface RecentMapOptions {
  /** Above this number, unneeded entries are removed. */
  readonly most: number;
  readonly isNeeded?: (key: string) => boolean;
  readonly onForgotten?: (key: string) => void;
}

/** Share of entries removed at once, so that a full map does not search at each new entry. */
const FORGOTTEN_SHARE = 0.1;

export class RecentMap<V> {
  private readonly options: RecentMapOptions;
  private readonly map = observable.map<string, V>(undefined, { deep: false });
  /** Least recently used first. Not observable, because reading while rendering changes nothing visible. */
  private readonly order = new Set<string>();
  private limit: number;

  constructor(options: RecentMapOptions) {
    this.options = options;
    this.limit = options.most;
  }

  has(key: string): boolean {
    return this.map.has(key);
  }

  get(key: string): V | undefined {
    const value = this.map.get(key);
    if (value !== undefined) this.touch(key);
    return value;
  }

  entries(): Iterable<[string, V]> {
    return this.map.entries();
  }

  keys(): Iterable<string> {
    return this.map.keys();
  }

  /** Must run inside an action, like all changes. */
  set(key: string, value: V): void {
    this.map.set(key, value);
    this.touch(key);
    if (this.map.size > this.limit) this.forget();
  }

  delete(key: string): void {
    this.map.delete(key);
    this.order.delete(key);
  }

  clear(): void {
    this.map.clear();
    this.order.clear();
    this.limit = this.options.most;
  }

  private touch(key: string): void {
    this.order.delete(key);
    this.order.add(key);
  }

  private forget(): void {
    const { most, isNeeded, onForgotten } = this.options;
    const margin = Math.ceil(most * FORGOTTEN_SHARE);
    for (const key of this.order) {
      if (this.map.size <= most - margin) break;
      if (isNeeded?.(key) || getObserverTree(this.map, key).observers) continue;
      this.delete(key);
      onForgotten?.(key);
    }
    this.limit = Math.max(most, this.map.size + margin);
  }
}
