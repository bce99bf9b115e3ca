// Searches, counts and suggestions. Labels in the answers are added to the item store, so that rows have names before their items are read.

import { MAX_INT32 } from 'src/base/maxInt32.ts';
import type { Timers } from 'src/base/timers.ts';
import { problemOfAnswer } from 'src/client/connection/ClientProblem.ts';
import { inTurn } from 'src/client/connection/inTurn.ts';
import type { ServerConnection } from 'src/client/connection/ServerConnection.ts';
import type { ItemStore } from 'src/client/stores/ItemStore.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { Query, SearchAnswer, SubQuery, Suggestion } from 'src/model/generated/wire.ts';
import type { ProblemKey } from 'src/model/generated/problems.ts';

/**
 * Maximum number of attempts of a search, by the problem of the refusal. A search that took too long is answered from memory the second
 * time.
 */
const SEARCH_TRIES: Partial<Record<ProblemKey, number>> = { rateLimited: 4, timeout: 2 };
/** Rows of a tall window. */
const FIRST_ROWS = 30;
/** An answer that is not used within this time is requested again. */
const AHEAD_MS = { start: 10_000, press: 1_000 };
/** Maximum number of queries in one `count`. */
const MOST_COUNTS = 50;

interface Counts {
  /** Queries by their text. */
  readonly queries: Map<string, SubQuery>;
  readonly answer: Promise<Endpoints['count']['answer']>;
}

export class SearchCalls {
  private readonly connection: ServerConnection;
  private readonly items: ItemStore;
  private readonly timers: Timers;
  private ahead: { readonly key: string; readonly answer: Promise<SearchAnswer> } | undefined;
  private counts: Counts | undefined;
  private readonly justAsked = new Map<string, Promise<SearchAnswer>>();

  constructor(connection: ServerConnection, items: ItemStore, timers: Timers) {
    this.connection = connection;
    this.items = items;
    this.timers = timers;
  }

  /** Equal searches by parts of one page at the same time share the answer. */
  search(query: Query): Promise<SearchAnswer> {
    const key = JSON.stringify(query);
    const answer = this.justAsked.get(key) ?? this.ask(query);
    this.justAsked.set(key, answer);
    queueMicrotask(() => this.justAsked.delete(key));
    return answer;
  }

  /**
   * Sends a search before its answer is needed, and reads its first rows: at the start of the page at `opening`, whose parts are still
   * loading and whose socket may not be open yet, or when a person presses the button of the mouse on a choice that takes effect when the
   * button is released.
   */
  askAhead(query: Query, opening?: string): void {
    const answer = this.ask(query, opening);
    // The user of the answer receives its failure.
    void answer.then(({ ids }) => this.items.readAhead(ids.slice(0, FIRST_ROWS))).catch(() => {});
    const ahead = { key: JSON.stringify(query), answer };
    this.ahead = ahead;
    this.timers.after(opening === undefined ? AHEAD_MS.press : AHEAD_MS.start, () => {
      if (this.ahead === ahead) this.forgetAhead();
    });
  }

  forgetAhead(): void {
    this.ahead = undefined;
  }

  /** Returns the answer of a search sent ahead, once. It may be older than the watches of the caller. */
  takeAhead(query: Query): Promise<SearchAnswer> | undefined {
    if (this.ahead?.key !== JSON.stringify(query)) return undefined;
    const { answer } = this.ahead;
    this.forgetAhead();
    return answer;
  }

  private async ask(query: Query, opening?: string): Promise<SearchAnswer> {
    const options = opening === undefined ? {} : { opening, long: true };
    const answer =
      query.max === MAX_INT32
        ? await this.everything(query)
        : await this.inTurn(() => this.connection.send('search/ids', query, options));
    if (answer.labels) this.items.putLabels(answer.labels);
    return answer;
  }

  private inTurn<T>(send: () => Promise<T>): Promise<T> {
    return inTurn(send, { tries: SEARCH_TRIES, timers: this.timers });
  }

  /** Returns how many items match, independently of order and paging. Concurrent counts are sent as one request. */
  async count({ must, should, mustNot, minShould, subs, subsShould, ids }: Query): Promise<number> {
    if (!this.counts || this.counts.queries.size >= MOST_COUNTS) this.counts = this.gather();
    const { queries, answer } = this.counts;
    const query = { must, should, mustNot, minShould, subs, subsShould, ids };
    const key = JSON.stringify(query);
    queries.set(key, query);
    const { totals, refused } = await answer;
    const name = [...queries.keys()].indexOf(key);
    const total = totals[name];
    if (total === undefined) throw problemOfAnswer(refused?.[name]);
    return total;
  }

  /** Sends, after the current code has run, all queries added by then. */
  private gather(): Counts {
    const queries: Counts['queries'] = new Map();
    const answer = Promise.resolve().then(() => {
      if (this.counts?.queries === queries) this.counts = undefined;
      const asked = Object.fromEntries([...queries.values()].entries());
      return this.inTurn(() => this.connection.send('count', { queries: asked }));
    });
    return { queries, answer };
  }

  /** `choose` is for choosing a value: blocked people are excluded, and an empty text gives the newest items. */
  async suggest(
    text: string,
    types?: readonly string[],
    { choose = false }: { readonly choose?: boolean } = {},
  ): Promise<readonly Suggestion[]> {
    const asked = { text, ...(types && { types: [...types] }), ...(choose && { choose }) };
    const found = await this.inTurn(() => this.connection.send('suggest', asked));
    this.items.putLabels(Object.fromEntries(found.map(({ $id, label }) => [$id, label])));
    return found;
  }

  // Total and facets come with the first part.
  private async everything(query: Query): Promise<SearchAnswer> {
    const parts: SearchAnswer[] = [];
    const { connection } = this;
    await connection.stream('search/ids', query, (part) => parts.push(part));
    const [first, ...rest] = parts;
    if (!first) return { ids: [], total: 0 };
    const labels = first.labels && Object.assign({}, ...parts.map((part) => part.labels));
    return { ...first, ids: [...first.ids, ...rest.flatMap(({ ids }) => ids)], ...(labels && { labels }) };
  }
}
