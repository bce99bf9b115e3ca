// Loaded and open branches of a tree, and the rows that they form. Each branch is a search within the listing's query:
// 25 results at a time, with the matches and their ancestors. Created by TreeDisplay, which calls cancel() when it is
// closed.

import { makeAutoObservable, observable, observableRef, runInAction, when } from 'mobx';
import type { SearchCalls } from 'src/client/stores/SearchCalls.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import type { Query, SearchAnswer } from 'src/model/generated/wire.ts';

export const TREE_PAGE = 25;
/** Maximum number of pages that are read to reach one result far down in a branch. */
const MOST_PAGES = 40;

interface Entry {
  readonly id: ItemId;
  readonly below: number;
  readonly found: boolean;
}

interface Branch {
  readonly entries: readonly Entry[];
  readonly total: number;
  readonly after: string | undefined;
  readonly state: 'reading' | 'ready' | 'failed';
}

interface Placed {
  /** Keys of the branches above the row, so that an item at two positions has two keys. */
  readonly key: string;
  readonly level: number;
  /** The branch that it is in; undefined for the beginning. */
  readonly under: ItemId | undefined;
}

export interface ItemRow extends Placed, Entry {
  readonly kind: 'item';
  readonly open: boolean;
  readonly place: number;
  readonly total: number;
}

/** The end of a branch of which more can be read, is being read, or could not be read. */
export interface MoreRow extends Placed {
  readonly kind: 'more';
  readonly left: number;
  readonly state: Branch['state'];
}

export type TreeRowOf = ItemRow | MoreRow;

type Services = Pick<SearchCalls, 'search'>;

const ROOT = '';
const UNREAD: Branch = { entries: [], total: 0, after: undefined, state: 'reading' };

const treeEntries = ({ ids, tree = [] }: SearchAnswer): readonly Entry[] =>
  ids.map((id, at) => ({ id, below: tree[at]?.below ?? 0, found: tree[at]?.found ?? true }));

export class TreeStore {
  query: Query = {};
  readonly branches = observable.map<string, Branch>(undefined, { deep: false });
  readonly open = observable.set<ItemId>();
  failure: unknown;
  /** Counts questions, so that an answer to an earlier one is left. */
  private turn = 0;
  private readonly search: Services;

  constructor(search: Services) {
    this.search = search;
    makeAutoObservable<this, 'turn' | 'search'>(
      this,
      { query: false, branches: false, open: false, turn: false, search: false, failure: observableRef },
      { autoBind: true },
    );
  }

  get rows(): readonly TreeRowOf[] {
    const rows: TreeRowOf[] = [];
    this.addRows(rows, undefined, []);
    return rows;
  }

  private addRows(rows: TreeRowOf[], under: ItemId | undefined, path: readonly ItemId[]): void {
    const branch = this.branches.get(under ?? ROOT);
    if (!branch) return;
    const placed = (end: string): Placed => ({ key: [...path, end].join('/'), level: path.length + 1, under });
    branch.entries.forEach((entry, at) => {
      // An item that is its own ancestor is shown once.
      const isCircle = path.includes(entry.id);
      const below = isCircle ? 0 : entry.below;
      const open = below > 0 && this.open.has(entry.id);
      const { total } = branch;
      rows.push({ kind: 'item', ...entry, ...placed(entry.id), below, open, place: at + 1, total });
      if (open) this.addRows(rows, entry.id, [...path, entry.id]);
    });
    if (branch.after !== undefined || branch.state !== 'ready')
      rows.push({ kind: 'more', ...placed('+'), left: branch.total - branch.entries.length, state: branch.state });
  }

  /** Another query: open branches stay open. */
  show(query: Query): void {
    this.query = query;
    this.turn += 1;
    void this.readAgain();
  }

  /** Reloads the root and each open branch up to the loaded length; current rows stay visible until the answer. */
  async readAgain(): Promise<void> {
    const known = [...this.branches.keys()];
    for (const key of known) if (key !== ROOT && !this.open.has(key)) this.branches.delete(key);
    await Promise.all([...new Set([ROOT, ...this.branches.keys()])].map((key) => this.read(key, 'again')));
  }

  toggle(id: ItemId, wanted = !this.open.has(id)): void {
    if (!wanted) {
      this.open.delete(id);
      return;
    }
    this.open.add(id);
    if (!this.branches.has(id)) void this.read(id, 'more');
  }

  more(under: ItemId | undefined): Promise<void> {
    return this.read(under ?? ROOT, 'more');
  }

  cancel(): void {
    this.turn += 1;
  }

  private async read(key: string, what: 'again' | 'more'): Promise<void> {
    const { turn } = this;
    const before = this.branches.get(key);
    if (what === 'more' && before?.state === 'reading') return;
    const known = before ?? UNREAD;
    runInAction(() =>
      this.branches.set(key, { ...known, state: what === 'again' && before ? known.state : 'reading' }),
    );
    const again = what === 'again' && before;
    try {
      const answer = await this.search.search({
        ...this.query,
        tree: key === ROOT ? {} : { under: key },
        labels: true,
        max: again ? Math.max(TREE_PAGE, known.entries.length) : TREE_PAGE,
        ...(what === 'more' && known.after !== undefined && { after: known.after }),
      });
      if (turn === this.turn) this.take(key, answer, what === 'more' ? known.entries : []);
    } catch (thrown) {
      if (turn === this.turn) this.fail(key, thrown);
    }
  }

  take(key: string, answer: SearchAnswer, before: readonly Entry[]): void {
    const ids = new Set(before.map(({ id }) => id));
    const { total, after } = answer;
    const entries = [...before, ...treeEntries(answer).filter(({ id }) => !ids.has(id))];
    this.branches.set(key, { entries, total, after, state: 'ready' });
    this.failure = undefined;
    for (const { id, below } of entries)
      if (below > 0 && this.open.has(id) && !this.branches.has(id)) void this.read(id, 'more');
  }

  fail(key: string, thrown: unknown): void {
    this.failure = thrown;
    this.branches.set(key, { ...(this.branches.get(key) ?? UNREAD), state: 'failed' });
  }

  /** Opens all branches that lead to a result, and reads on in each until it is there. */
  async reveal(id: ItemId): Promise<boolean> {
    const { ids: above } = await this.search.search({ ...this.query, tree: { above: id }, max: 1000 });
    for (const each of above) this.toggle(each, true);
    const wanted = new Set<ItemId>([id, ...above]);
    // oxlint-disable-next-line no-await-in-loop -- each branch leads to the next
    for (const key of [ROOT, ...above]) await this.readUntil(key, wanted);
    return this.rows.some((row) => row.kind === 'item' && row.id === id);
  }

  private async readUntil(key: string, wanted: ReadonlySet<ItemId>): Promise<void> {
    for (let pages = 0; pages < MOST_PAGES; pages++) {
      // oxlint-disable-next-line no-await-in-loop -- each page names the next
      await when(() => this.branches.get(key)?.state !== 'reading');
      const branch = this.branches.get(key);
      const isThere = branch?.entries.some(({ id }) => wanted.has(id)) === true;
      if (!branch || isThere || branch.after === undefined || branch.state === 'failed') return;
      // oxlint-disable-next-line no-await-in-loop -- one request at a time, in the order of the branches
      await this.read(key, 'more');
    }
  }

  /** Numbers of the open branches, as written in the address. */
  get openNumbers(): readonly number[] {
    return [...this.open].flatMap((id) => tryParseItemId(id)?.number ?? []).toSorted((one, other) => one - other);
  }
}
