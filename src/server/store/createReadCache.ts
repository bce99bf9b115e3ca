// What this process has read of items and labels, so that reading an item again needs no statement while nobody else can write
// (decision 9), and else one small one, whose own snapshot must show no change that the feed has not brought here. It is believed
// only for what the gate lets through.
// Made by createStoreRooms, kept true by the change feed (createRooms).

import type { ItemId } from 'src/model/item/Item.ts';
import type { WholeRow } from 'src/server/store/itemRows.ts';
import { createRecent } from 'src/server/store/createRecent.ts';

/** As stored: ids inside it are not resolved. */
export interface KeptLabel {
  readonly label: string;
  readonly acl: number;
}

export interface Kept<Value> {
  get(id: ItemId): Value | undefined;
  /** Not when something changed after `changes` was asked, which must be before the reading: the news could be newer. */
  keep(found: ReadonlyMap<ItemId, Value>, changes: number): void;
}

/** The part of the change feed that the cache asks. */
export interface Followed {
  position(): number | undefined;
  isCurrent(): boolean;
}

export interface ReadCache {
  readonly labels: Kept<KeptLabel>;
  readonly rows: Kept<WholeRow>;
  /** How far the feed has come, asked anew at each reading. */
  follow(feed: Followed): void;
  /** How often something changed. */
  changes(): number;
  /** Undefined while nobody can say. */
  position(): number | undefined;
  /** What is kept now is what the database holds. */
  isCurrent(): boolean;
  /** Told in the same moment in which the position moves. */
  forget(ids: Iterable<ItemId>): void;
  clear(): void;
}

const MOST_LABELS = 50_000;
const MOST_ROWS = 2000;

interface Board<Value> extends Kept<Value> {
  forget(id: ItemId): void;
  clear(): void;
}

const createBoard = <Value>(most: number, changes: () => number): Board<Value> => {
  let kept = createRecent<ItemId, { readonly value: Value | undefined }>(most);
  return {
    get: (id) => kept.get(id)?.value,
    keep(found, before) {
      if (changes() === before) for (const [id, value] of found) kept.set(id, { value });
    },
    forget: (id) => {
      if (kept.get(id)) kept.set(id, { value: undefined });
    },
    clear: () => {
      kept = createRecent(most);
    },
  };
};

export const createReadCache = (): ReadCache => {
  let feed: Followed = { position: () => undefined, isCurrent: () => false };
  let changes = 0;
  const labels = createBoard<KeptLabel>(MOST_LABELS, () => changes);
  const rows = createBoard<WholeRow>(MOST_ROWS, () => changes);
  return {
    labels,
    rows,
    follow(next) {
      feed = next;
    },
    changes: () => changes,
    position: () => feed.position(),
    isCurrent: () => feed.isCurrent(),
    forget(ids) {
      changes += 1;
      for (const id of ids) {
        labels.forget(id);
        rows.forget(id);
      }
    },
    clear() {
      changes += 1;
      labels.clear();
      rows.clear();
    },
  };
};
