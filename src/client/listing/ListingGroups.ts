// The results of a listing in groups, one for each value of a facet: their counts, and their ids as far as they were needed. Follows changes:
// a record whose value changes moves to its new group. Used by the groups of the table and by the columns of the board.

import { observable, reaction, runInAction } from 'mobx';
import type { Client } from 'src/client/Client.ts';
import { queryOf, RESULTS_PER_PAGE } from 'src/model/listing/listingPlan.ts';
import type { ListingStore } from 'src/client/listing/ListingStore.ts';
import type { FacetMore, FacetValue, ItemUpdatePush } from 'src/model/generated/wire.ts';
import type { Item, ItemId, Values } from 'src/model/item/Item.ts';
import { isSystemId } from 'src/model/item/itemId.ts';
import { propertyAt, valuesAt } from 'src/model/schema/paths.ts';
import type { Facet } from 'src/model/schema/TypeView.ts';

export type GroupValue = FacetValue['value'];
type GroupStatus = 'new' | 'loading' | 'ready' | 'failed';

/** Maximum number of groups. */
const MOST_GROUPS = 200;
/** A stream of changes is counted at most so often. */
const GROUP_RECOUNT_MS = 1_000;
/** Largest part of a group that is requested at once. */
const MOST_PER_PART = 500;

export class ListingGroup {
  readonly value: GroupValue;
  readonly key: string;
  /** Name of a related item. */
  readonly label: string | undefined;
  private readonly counted = observable.box(0);
  private readonly listed = observable.box<readonly ItemId[]>([], { deep: false });
  private readonly state = observable.box<GroupStatus>('new');
  after: string | undefined;

  constructor({ value, count, label }: FacetValue) {
    this.value = value;
    this.key = JSON.stringify(value);
    this.label = label;
    this.counted.set(count);
  }

  get count(): number {
    return this.counted.get();
  }

  get ids(): readonly ItemId[] {
    return this.listed.get();
  }

  get status(): GroupStatus {
    return this.state.get();
  }

  /** True when further results can be requested. */
  get hasMore(): boolean {
    return this.status === 'new' || this.after !== undefined;
  }

  // The functions below must run inside an action.
  setCount(count: number): void {
    this.counted.set(count);
  }

  setStatus(status: GroupStatus): void {
    this.state.set(status);
  }

  list(ids: readonly ItemId[], after: string | undefined): void {
    this.listed.set(ids);
    this.after = after;
    this.state.set('ready');
  }

  remove(id: ItemId): void {
    if (!this.ids.includes(id)) return;
    this.listed.set(this.ids.filter((each) => each !== id));
    this.counted.set(Math.max(0, this.count - 1));
  }

  /** Adds a record that now has the value, in front of the others. */
  add(id: ItemId): void {
    if (this.ids.includes(id)) return;
    this.listed.set([id, ...this.ids]);
    this.counted.set(this.count + 1);
  }
}

const isGroupEntry = (entry: FacetValue | FacetMore): entry is FacetValue => 'value' in entry;

type GroupServices = Pick<Client, 'items' | 'search' | 'connection'>;

export class ListingGroups {
  private readonly services: GroupServices;
  private readonly store: ListingStore;
  readonly facet: Facet;
  /** Values that have a group also without results, in their order. */
  private readonly fixed: readonly GroupValue[];
  private readonly shown = observable.box<readonly ListingGroup[]>([], { deep: false });
  private readonly outcome = observable.box<'loading' | 'ready' | 'failed'>('loading');
  private round = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    services: GroupServices,
    store: ListingStore,
    { facet, fixed = [] }: { facet: Facet; fixed?: readonly GroupValue[] },
  ) {
    this.services = services;
    this.store = store;
    this.facet = facet;
    this.fixed = fixed;
  }

  get groups(): readonly ListingGroup[] {
    return this.shown.get();
  }

  get status(): 'loading' | 'ready' | 'failed' {
    return this.outcome.get();
  }

  /** Follows the listing and changes of records until the returned function is called. */
  start(): () => void {
    const { items, connection } = this.services;
    const stops = [
      reaction(
        () => [this.store.version, this.store.question],
        () => void this.load(),
        { fireImmediately: true },
      ),
      items.replaced.add((after, before) => this.follow(after, before)),
      connection.onPush('item/update', (push) => this.receive(push)),
      items.onOwnChange((id) => this.store.lists(id) && this.recountSoon()),
      () => clearTimeout(this.timer),
    ];
    return () => stops.forEach((stop) => stop());
  }

  /** Counts the groups again. Those that stay keep the results that they have until they were asked again. */
  async load(): Promise<void> {
    this.round += 1;
    const { round } = this;
    try {
      const found = (await this.store.facetOf({ key: this.facet.key, max: MOST_GROUPS })).filter(isGroupEntry);
      if (round !== this.round) return;
      const before = new Map(this.groups.map((group) => [group.key, group]));
      const groups = this.inOrder(found).map((entry) => {
        const known = before.get(JSON.stringify(entry.value));
        if (known) runInAction(() => known.setCount(entry.count));
        return known ?? new ListingGroup(entry);
      });
      runInAction(() => {
        this.shown.set(groups);
        this.outcome.set('ready');
      });
      await Promise.all(groups.filter(({ status }) => status !== 'new').map((group) => this.reload(group, round)));
    } catch {
      if (round === this.round) runInAction(() => this.outcome.set('failed'));
    }
  }

  /** Requests the next results of a group, at least up to a position. */
  async more(group: ListingGroup, upTo = 0): Promise<void> {
    if (group.status === 'loading' || group.status === 'failed' || !group.hasMore) return;
    const { after } = group;
    const missing = upTo + 1 - group.ids.length;
    const max = Math.min(MOST_PER_PART, Math.max(RESULTS_PER_PAGE, missing, group.ids.length));
    runInAction(() => group.setStatus('loading'));
    try {
      const answer = await this.ask(group, { max, after });
      // The group was read from its beginning in the meantime.
      if (group.after !== after) return;
      const known = new Set(group.ids);
      const ids = [...group.ids, ...answer.ids.filter((id) => !known.has(id))];
      runInAction(() => {
        group.list(ids, answer.after);
        if (answer.after === undefined) group.setCount(ids.length);
      });
    } catch {
      runInAction(() => group.setStatus('failed'));
    }
  }

  tryAgain(group: ListingGroup): Promise<void> {
    runInAction(() => group.setStatus('new'));
    return this.more(group);
  }

  private async reload(group: ListingGroup, round: number): Promise<void> {
    const max = Math.max(RESULTS_PER_PAGE, group.ids.length);
    try {
      const { ids, after } = await this.ask(group, { max, after: undefined });
      if (round === this.round) runInAction(() => group.list(ids, after));
    } catch {
      // The results so far stay. They are asked again with the next change.
    }
  }

  private async ask(group: ListingGroup, { max, after }: { readonly max: number; readonly after: string | undefined }) {
    const { plan, state } = this.store;
    const chosen = { ...state.chosen, [this.facet.key]: [group.value] };
    const { facets: _, ...query } = queryOf(plan, { ...state, chosen }, after);
    const answer = await this.services.search.search({ ...query, max });
    if (answer.labels) this.services.items.putLabels(answer.labels);
    return answer;
  }

  /** The values in the order of their declaration; others by their number of results, and "none" last. */
  private inOrder(found: readonly FacetValue[]): readonly FacetValue[] {
    const chosen = this.store.state.chosen[this.facet.key];
    const must = this.store.plan.must[this.facet.key];
    const isIn = (values: readonly unknown[] | undefined, value: GroupValue): boolean =>
      values === undefined || values.some((each) => each === value || typeof each === 'object');
    const counts = new Map(found.map((entry) => [entry.value, entry]));
    const fixed = this.fixed.map((value) => counts.get(value) ?? { value, count: 0 });
    const others = found.filter(({ value }) => !this.fixed.includes(value));
    return [
      ...fixed,
      ...others.filter(({ value }) => value !== null),
      ...others.filter(({ value }) => value === null),
    ].filter(({ value }) => isIn(chosen, value) && isIn(must, value));
  }

  /** Returns the groups to which a record belongs; undefined where only the server knows. */
  private valuesOf(item: Item): readonly GroupValue[] | undefined {
    const { key, kind } = this.facet;
    if (key === '_t') return [item._t];
    const type = this.store.plan.types.find(({ name }) => name === item._t);
    if (kind === 'RANGE' || !type || !propertyAt(type.properties, key)) return undefined;
    const values = valuesAt(item as Values, key) as readonly GroupValue[];
    if (values.length > 0) return values;
    // Without a value, a boolean has the declared default, or is false.
    return [kind === 'BOOL' ? (propertyAt(type.properties, key)?.default ?? false) === true : null];
  }

  private follow(after: Item, before: Item | undefined): void {
    if (!before || before._u === after._u || !this.store.lists(after.$id)) return;
    const values = this.valuesOf(after);
    if (!values) return;
    const held = this.groups.filter(({ ids }) => ids.includes(after.$id));
    if (held.length === 0) return;
    runInAction(() => {
      for (const group of this.groups) {
        if (!values.includes(group.value)) group.remove(after.$id);
        else group.add(after.$id);
      }
    });
  }

  private receive(push: ItemUpdatePush): void {
    const { $id, gone } = push;
    if (isSystemId($id) || !this.store.lists($id)) return;
    if (gone) runInAction(() => this.groups.forEach((group) => group.remove($id)));
    this.recountSoon();
  }

  private recountSoon(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.load();
    }, GROUP_RECOUNT_MS);
  }
}
