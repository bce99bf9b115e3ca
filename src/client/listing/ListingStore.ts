// The state of one listing: the query, the ids so far, facets and counts, and the number of newer results. Reads ids first, 50 at a time;
// the rows themselves read their items. One store per listing cell.

import { computedStruct, makeAutoObservable, observableRef, runInAction, when } from 'mobx';
import { MAX_INT32 } from 'src/base/maxInt32.ts';
import { DISPLAY_FACTS } from 'src/model/generated/displays.ts';
import type { FacetMore, FacetValue, ItemUpdatePush, Query, SearchAnswer } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { isSystemId } from 'src/model/item/itemId.ts';
import type { Client } from 'src/client/Client.ts';
import {
  askedPlan,
  displayOf,
  RESULTS_PER_PAGE,
  queryOf,
  sameFilters,
  sortOf,
  type ListingPlan,
} from 'src/model/listing/listingPlan.ts';
import type { SearchCalls } from 'src/client/stores/SearchCalls.ts';
import { RecountTimer } from 'src/client/listing/RecountTimer.ts';
import { Selection } from 'src/client/listing/Selection.ts';
import { searchedWords, type ReplacedWords } from 'src/client/listing/searchedWords.ts';
import { EMPTY_STATE, isNarrowed, withoutFilters, type ListingState } from 'src/model/listing/listingState.ts';

export type ListingStatus = 'loading' | 'ready' | 'failed';

type ListingServices = Pick<Client, 'items' | 'connection'> & {
  readonly search: Pick<SearchCalls, 'search' | 'askAhead' | 'takeAhead'>;
};

/** The most ids of one part. */
const FAR_PART = 2_000;

/**
 * Returns the size of the next part, which grows with the number of loaded results: the end of 100,000 takes about
 * fifty requests instead of two thousand.
 */
const partAfter = (listed: number): number => Math.max(RESULTS_PER_PAGE, Math.min(listed, FAR_PART));
/** Part size far down in the list. Source: limits of a search. */
const FAR_PAGE = 5_000;
/** More are never listed. */
const MOST_LISTED = 100_000;

/** Maximum number of values of one key in a query. */
const MOST_CONFIRMED = 1000;

type Facets = Readonly<Record<string, readonly (FacetValue | FacetMore)[]>>;

const facetEntryKey = (entry: FacetValue | FacetMore): string => ('value' in entry ? JSON.stringify(entry.value) : '');

/**
 * Returns the values of a new count of the same question in the order of the previous count, which keeps every value under the pointer.
 * Further values follow, and "more" stays last. The keys in `ownOrder` keep the order of the server: their order has a meaning.
 */
const inOrderOf = (before: Facets, after: Facets, ownOrder: ReadonlySet<string>): Facets =>
  Object.fromEntries(
    Object.entries(after).map(([key, values]) => {
      if (ownOrder.has(key)) return [key, values];
      const places = new Map(before[key]?.map((entry, at) => [facetEntryKey(entry), at]));
      const place = (entry: FacetValue | FacetMore): number =>
        'value' in entry ? (places.get(facetEntryKey(entry)) ?? places.size) : Infinity;
      return [key, values.toSorted((one, other) => place(one) - place(other) || 0)];
    }),
  );

export class ListingStore {
  state: ListingState = EMPTY_STATE;
  status: ListingStatus = 'loading';
  ids: readonly ItemId[] = [];
  /** The question that `ids`, `total` and `facets` answer; undefined while there is no answer. */
  answered: string | undefined;
  total = 0;
  /** Number of results without filters; undefined until it is known. */
  all: number | undefined;
  after: string | undefined;
  facets: Facets = {};
  failure: unknown;
  /** Set when the answer comes from this device: its time, and the number of all results at that time. */
  copy: { readonly at: string; readonly of: number } | undefined;
  /** Searched words that no item contains, and the similar ones that the results contain. */
  replaced: ReplacedWords = [];
  loadingMore = false;
  /** The request for the next ids failed. */
  moreFailed = false;
  /** Number of matches that were added since the page was read. */
  newer = 0;
  /** Counts answers, so that displays can start again at the top. */
  version = 0;
  /** Current position in the results, set by the display; the address follows. */
  here: ItemId | undefined;
  /** The order, and the filters, that a display with an order or columns of its own has taken away. */
  before: Partial<Pick<ListingState, 'sort' | 'chosen'>> = {};
  /** Returns the picture of a display for printing when a list cannot show the same; set by the display. */
  picture: (() => HTMLElement | undefined) | undefined;
  readonly plan: ListingPlan;
  readonly selection = new Selection(this);
  readonly recounts = new RecountTimer(() => this.recount());
  readonly #context: ListingServices;
  #asked = 0;
  /** `all` is not known, or items came or went since it was. */
  #uncounted = true;
  /** The question asks for other items than the one that was answered. */
  #otherFilters = false;
  /** Values that each facet shows since its reader asked for more of them. */
  readonly #widened = new Map<string, number>();
  /** Listed items that were saved since it was asked whether they are found. */
  readonly #saved = new Set<ItemId>();

  constructor(context: ListingServices, plan: ListingPlan) {
    this.#context = context;
    this.plan = plan;
    makeAutoObservable(
      this,
      {
        plan: false,
        here: false,
        before: false,
        picture: false,
        selection: false,
        recounts: false,
        state: observableRef,
        ids: observableRef,
        facets: observableRef,
        failure: observableRef,
        copy: observableRef,
        words: computedStruct,
        sort: computedStruct,
      },
      { autoBind: true },
    );
  }

  get narrowedPlan(): ListingPlan {
    return askedPlan(this.plan, this.state);
  }

  get display() {
    return displayOf(this.plan, this.state);
  }

  get sort() {
    return sortOf(this.plan, this.state);
  }

  /** The results on the screen answer an earlier question, and the answer to the present one is awaited. */
  get refreshing(): boolean {
    return this.status === 'ready' && this.answered !== this.question;
  }

  /** True if nothing was found, so that a text replaces the display. */
  get isEmpty(): boolean {
    return this.ids.length === 0 && !DISPLAY_FACTS[this.display].shownEmpty;
  }

  /** The counts on the screen answer an earlier question, also after the present one could not be answered. */
  get outdated(): boolean {
    return this.version > 0 && this.answered !== this.question;
  }

  /** The question of the state; two states with the same question find and count the same. */
  get question(): string {
    return JSON.stringify(queryOf(this.plan, this.state));
  }

  /** The words typed, as they are marked in what was found. */
  get words() {
    return searchedWords(this.state.text, this.replaced);
  }

  /** True when the listing is narrowed by something the reader chose. */
  get narrowed(): boolean {
    return isNarrowed(this.state);
  }

  /** Registers the picture of the display. Returns a function that removes it. */
  addPicture(picture: () => HTMLElement | undefined): () => void {
    this.picture = picture;
    return () => {
      if (this.picture === picture) this.picture = undefined;
    };
  }

  /** Sets the current row. Returns false if it was the current row already. */
  stand(at: ItemId | undefined): boolean {
    if (this.here === at) return false;
    this.here = at;
    return true;
  }

  /** Asks again only when the question changed; the display is not part of it. */
  show(state: ListingState): void {
    const before = this.#asked === 0 ? undefined : this.question;
    // Another order finds the same items.
    const isSame = sameFilters(this.plan, this.state, state);
    this.state = state;
    this.here = state.at;
    if (this.question === before) return;
    this.#otherFilters ||= !isSame;
    if (!isSame) this.selection.clear();
    void this.load();
  }

  /** Asks the question of a state that the reader is about to choose, so that the answer comes sooner after the choice. */
  askAhead(state: ListingState): void {
    this.#context.search.askAhead(this.#withWidened(queryOf(this.plan, state)));
  }

  async load(): Promise<void> {
    const turn = ++this.#asked;
    const { question } = this;
    this.status = this.ids.length > 0 ? this.status : 'loading';
    try {
      const query = this.#withWidened(queryOf(this.plan, this.state));
      const ahead = this.#context.search.takeAhead(query);
      const isFirst = this.version === 0;
      const answer = await (ahead ?? this.#ask(query));
      if (turn !== this.#asked) return;
      this.take(answer, question);
      // The first question was asked before anything was watched.
      if (ahead && isFirst && this.#context.connection.live) await this.confirm();
      if (this.narrowed && this.#uncounted) this.count();
    } catch (thrown) {
      if (turn === this.#asked) this.fail(thrown);
    }
  }

  take(answer: SearchAnswer, question: string): void {
    this.answered = question;
    // Rows of the earlier question may have been selected while this one was asked.
    if (this.#otherFilters) this.selection.clear();
    this.#otherFilters = false;
    this.copy = this.#context.connection.copies.get(answer);
    this.ids = answer.ids;
    this.total = answer.total;
    this.replaced = answer.replaced ?? [];
    if (!this.narrowed) this.counted(answer.total);
    this.after = answer.after;
    this.moreFailed = false;
    this.facets = this.#known(answer.facets ?? {});
    this.status = 'ready';
    this.failure = undefined;
    this.newer = 0;
    this.version += 1;
  }

  /**
   * Removes types that are not listed from the facet of types: the values of a facet are counted as if none of them
   * were chosen.
   */
  #known(facets: Facets): Facets {
    const { _t: kinds } = facets;
    if (!kinds || this.plan.general) return facets;
    return { ...facets, _t: kinds.filter((each) => 'value' in each && this.lists(`${String(each.value)}-0`)) };
  }

  /** Asks a facet for as many values as its reader wanted to see, also with the next question. */
  #withWidened(query: Query): Query {
    if (this.#widened.size === 0 || !query.facets) return query;
    const facets = query.facets.map((facet) => {
      const key = typeof facet === 'string' ? facet : facet.key;
      const max = this.#widened.get(key);
      return max === undefined ? facet : { key, max };
    });
    return { ...query, facets };
  }

  /**
   * Counts in a separate request, so that the answer never waits for it; without it the line shows only the number of
   * results.
   */
  count(): void {
    const { facets: _, ...query } = queryOf(this.plan, withoutFilters(this.state));
    this.#ask({ ...query, max: 1 }).then(
      ({ total }) => this.counted(total),
      () => {},
    );
  }

  counted(all: number): void {
    this.all = all;
    this.#uncounted = false;
  }

  fail(thrown: unknown): void {
    this.status = 'failed';
    this.failure = thrown;
    this.answered = undefined;
    this.ids = [];
    this.total = 0;
    this.after = undefined;
    this.moreFailed = false;
  }

  /** Requests the next ids, one request at a time. A failure keeps the ids so far; the request can be repeated. */
  async more(max = partAfter(this.ids.length)): Promise<void> {
    if (this.after === undefined || this.loadingMore || this.moreFailed) return;
    // The cursor belongs to the question that was answered, and to that answer of it.
    if (this.status !== 'ready' || this.refreshing) return;
    const { version } = this;
    this.loadingMore = true;
    try {
      const query = queryOf(this.plan, this.state, this.after);
      const answer = await this.#ask({ ...query, max, ...(max === FAR_PAGE && { labels: false }) });
      if (version === this.version) this.append(answer);
    } catch {
      runInAction(() => {
        this.moreFailed = version === this.version && !this.refreshing;
      });
    } finally {
      runInAction(() => {
        this.loadingMore = false;
      });
    }
  }

  /** Reads on until this result is among those listed; without one, to the end. False when it is not found, or was not read. */
  async reach(id?: ItemId): Promise<boolean> {
    const turn = this.#asked;
    if (id !== undefined && (this.ids.includes(id) || !(await this.#finds(id)))) return this.ids.includes(id as ItemId);
    const isThere = (): boolean => (id === undefined ? this.after === undefined : this.ids.includes(id));
    while (!isThere() && turn === this.#asked && this.ids.length < MOST_LISTED && !this.moreFailed) {
      const before = this.ids;
      // oxlint-disable-next-line no-await-in-loop -- each part names the next
      await (this.loadingMore ? when(() => !this.loadingMore) : this.more(FAR_PAGE));
      if (before === this.ids && !this.loadingMore && this.after === undefined) break;
    }
    return isThere();
  }

  async #finds(id: ItemId): Promise<boolean> {
    const { facets: _, labels: __, ...query } = queryOf(this.plan, this.state);
    try {
      return (await this.#ask({ ...query, ids: [id], max: 1 })).total > 0;
    } catch {
      return false;
    }
  }

  tryMore(): Promise<void> {
    this.moreFailed = false;
    return this.more();
  }

  replace({ ids, total, after }: SearchAnswer): void {
    this.ids = ids;
    this.total = total;
    this.after = after;
  }

  append(answer: SearchAnswer): void {
    const fresh = new Set(answer.ids);
    for (const id of this.ids) fresh.delete(id);
    this.ids = [...this.ids, ...fresh];
    this.after = answer.after;
  }

  /** A push about one of the listed types: vanished ones leave. True when the listing must be counted again. */
  receive({ $id, gone, created, changed }: ItemUpdatePush): boolean {
    const isListed = this.lists($id);
    if (isSystemId($id)) {
      // The reader may see more or fewer of many items of this type: all of it is asked again.
      this.#uncounted ||= isListed;
      if (isListed) void this.load();
      return false;
    }
    const isShown = this.ids.includes($id);
    const changes = gone ? this.remove($id) : created === true && !isShown && isListed;
    this.#uncounted ||= changes;
    if (changes || !changed || !isListed || !this.#asksForValues) return changes;
    // A save can add an item to the results, or remove it from them.
    if (isShown) this.#saved.add($id);
    return true;
  }

  /** Only some items of its types are found here. */
  get #asksForValues(): boolean {
    const { must, mustNot } = this.plan;
    return this.narrowed || Object.keys(must).length > 0 || Object.keys(mustNot).length > 0;
  }

  /** True for an item of a type that is listed here. */
  lists(id: ItemId): boolean {
    return this.plan.types.some(({ name }) => id.startsWith(`${name}-`));
  }

  /** True when it was shown, or may have been on a later page. */
  remove(id: ItemId): boolean {
    if (this.ids.includes(id)) {
      this.ids = this.ids.filter((each) => each !== id);
      this.total = Math.max(0, this.total - 1);
    }
    return this.lists(id);
  }

  /** Asks how many match now: more than are listed are offered, and the facets follow when there are not more. */
  async recount(): Promise<void> {
    if (this.status !== 'ready' || this.refreshing) return;
    if (this.#saved.size > 0) await this.#releaseSaved();
    const turn = this.#asked;
    const { total, facets = {} } = await this.#ask(this.#withWidened({ ...queryOf(this.plan, this.state), max: 1 }));
    if (turn !== this.#asked) return;
    runInAction(() => {
      this.newer = Math.max(0, total - this.total);
      if (this.newer > 0) return;
      this.total = total;
      this.facets = inOrderOf(this.facets, this.#known(facets), this.#ordered);
      if (!this.narrowed) this.counted(total);
    });
  }

  /** Removes saved items that the query no longer finds. */
  async #releaseSaved(): Promise<void> {
    const saved = [...this.#saved].filter((id) => this.ids.includes(id)).slice(0, MOST_CONFIRMED);
    this.#saved.clear();
    if (saved.length === 0) return;
    const turn = this.#asked;
    const { facets: _, labels: __, ...query } = queryOf(this.plan, this.state);
    const found = new Set((await this.#ask({ ...query, ids: saved, max: saved.length })).ids);
    if (turn !== this.#asked) return;
    for (const id of saved) if (!found.has(id)) this.remove(id);
  }

  /**
   * Asks again for results that were listed before this page received changes, and removes those that are no longer
   * found.
   */
  async confirm(): Promise<void> {
    const { ids } = this;
    if (this.status !== 'ready' || this.refreshing || ids.length === 0) return;
    const turn = this.#asked;
    const { facets: _, labels: __, ...query } = queryOf(this.plan, this.state);
    try {
      if (ids.length > MOST_CONFIRMED) {
        // Loads as many as before, so that a reader far down keeps their position.
        const answer = await this.#ask({ ...query, max: ids.length });
        if (turn === this.#asked) this.replace(answer);
        return;
      }
      const found = new Set((await this.#ask({ ...query, ids, max: ids.length })).ids);
      if (turn !== this.#asked) return;
      for (const id of ids) if (!found.has(id)) this.remove(id);
      await this.recount();
    } catch {
      // Asked again with the next connection.
    }
  }

  /** The question of the listing, for all that it finds. */
  get wholeQuery(): Query {
    const { facets: _, labels: __, ...query } = queryOf(this.plan, this.state);
    return { ...query, max: MAX_INT32 };
  }

  /** Everything that is found, also what is not listed yet. */
  async allIds(): Promise<readonly ItemId[]> {
    return (await this.#context.search.search(this.wholeQuery)).ids;
  }

  /** Shows more values of one facet, now and for the questions that follow. An answer to an earlier question is dropped. */
  async facetValues(key: string, max: number): Promise<void> {
    this.#widened.set(key, max);
    const turn = this.#asked;
    const { version } = this;
    try {
      const values = await this.facetOf({ key, max });
      if (turn !== this.#asked || version !== this.version) return;
      runInAction(() => {
        this.facets = { ...this.facets, [key]: values };
      });
    } catch (thrown) {
      if (turn === this.#asked && version === this.version) throw thrown;
    }
  }

  /** The facets whose values have an order of their own. */
  get #ordered(): ReadonlySet<string> {
    return new Set(this.narrowedPlan.facets.filter(({ kind }) => kind === 'RANGE').map(({ key }) => key));
  }

  /** The values of one facet, or those whose name holds a text. */
  async facetOf(facet: Exclude<NonNullable<Query['facets']>[number], string>): Promise<Facets[string]> {
    const answer = await this.#ask({ ...queryOf(this.plan, this.state), facets: [facet], max: 1 });
    return answer.facets?.[facet.key] ?? [];
  }

  async #ask(query: Query): Promise<SearchAnswer> {
    const answer = await this.#context.search.search(query);
    if (answer.labels) this.#context.items.putLabels(answer.labels);
    if (answer.items) this.#context.items.put(Object.values(answer.items));
    return answer;
  }
}

/** Properties of every part of a listing. */
export interface ListingPartProps {
  readonly store: ListingStore;
  readonly change: (state: ListingState) => void;
}
