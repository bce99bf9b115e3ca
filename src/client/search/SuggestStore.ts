// Suggestions of the header search ([SRCH-02]), from three characters on. Waits for the input delay and keeps the newest answer.

import { makeAutoObservable, observableRef } from 'mobx';
import type { Suggestion } from 'src/model/generated/wire.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { searchTokens, SUGGEST_MINIMUM } from 'src/model/query/searchText.ts';
import { isUnreachable } from 'src/client/connection/ClientProblem.ts';
import type { SearchCalls } from 'src/client/stores/SearchCalls.ts';
import { DELAYS } from 'src/client/ui/Loading.tsx';

/** OFFLINE: the server cannot be reached, and the suggestions come from this device. */
export type SuggestState = 'NO_SEARCH' | 'FETCHING' | 'SUCCESS' | 'FAILURE' | 'OFFLINE';

export const SUGGESTIONS = 5;

export type SuggestOption =
  | { readonly kind: 'item'; readonly key: string; readonly suggestion: Suggestion }
  | { readonly kind: 'results'; readonly key: string };

/** `onDevice` returns records of this device, for when the server cannot be reached. `count` returns the number of results of the whole search; absent if the caller does not need it. */
export interface SuggestCalls {
  readonly suggest: SearchCalls['suggest'];
  readonly onDevice?: ((text: string) => Promise<readonly Suggestion[] | undefined>) | undefined;
  readonly count?: ((text: string) => Promise<number>) | undefined;
}

export class SuggestStore {
  text = '';
  state: SuggestState = 'NO_SEARCH';
  suggestions: readonly Suggestion[] = [];
  /** Results of the whole search; undefined until they are counted. */
  total: number | undefined;
  readonly #calls: SuggestCalls;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #turn = 0;

  constructor(calls: SuggestCalls) {
    this.#calls = calls;
    makeAutoObservable(this, { suggestions: observableRef }, { autoBind: true });
  }

  /** A typed id opens that item. */
  get itemId(): string | undefined {
    const typed = this.text.trim();
    return isItemId(typed) ? typed : undefined;
  }

  get enough(): boolean {
    return [...this.text.trim()].length >= SUGGEST_MINIMUM && searchTokens(this.text).length > 0;
  }

  /** Suggestions, and then the link to all results unless there are none. */
  get options(): readonly SuggestOption[] {
    if (!this.enough) return [];
    return [
      ...this.suggestions.map((suggestion) => ({ kind: 'item' as const, key: suggestion.$id, suggestion })),
      ...(this.total === 0 || this.state === 'OFFLINE' ? [] : [{ kind: 'results' as const, key: 'results' }]),
    ];
  }

  /** True when the search failed, or found nothing: what is not suggested may still be among the results of the whole search. */
  private get foundNothing(): boolean {
    if (this.state === 'FAILURE') return true;
    const none = this.#calls.count === undefined || this.total === 0;
    return this.state === 'SUCCESS' && this.suggestions.length === 0 && none;
  }

  /** The entry shown if nothing was found: "keep typing" for three characters or fewer. */
  get emptyMessage(): 'search.noResults' | 'search.keepTyping' | 'cells.offlinePart' | undefined {
    if (this.text.trim() === '') return undefined;
    if (this.state === 'OFFLINE') return this.suggestions.length === 0 ? 'cells.offlinePart' : undefined;
    if (!this.enough || this.foundNothing)
      return [...this.text.trim()].length <= SUGGEST_MINIMUM ? 'search.keepTyping' : 'search.noResults';
    return undefined;
  }

  type(text: string): void {
    this.text = text;
    this.total = undefined;
    clearTimeout(this.#timer);
    this.#turn += 1;
    if (!this.enough) {
      this.state = 'NO_SEARCH';
      this.suggestions = [];
      return;
    }
    this.state = 'FETCHING';
    this.#timer = setTimeout(() => void this.ask(), DELAYS.input);
  }

  async ask(): Promise<void> {
    const turn = this.#turn;
    try {
      const found = await this.#calls.suggest(this.text.trim());
      if (turn !== this.#turn) return;
      this.answer('SUCCESS', found.slice(0, SUGGESTIONS));
      this.#calls.count?.(this.text.trim()).then(
        (total) => turn === this.#turn && this.counted(total),
        () => {}, // the link is shown without a number
      );
    } catch (thrown) {
      if (turn === this.#turn) await this.#fail(thrown, turn);
    }
  }

  async #fail(thrown: unknown, turn: number): Promise<void> {
    const found = isUnreachable(thrown) ? await this.#calls.onDevice?.(this.text.trim()) : undefined;
    if (turn !== this.#turn) return;
    if (found) this.answer('OFFLINE', found.slice(0, SUGGESTIONS));
    else this.answer('FAILURE', []);
  }

  answer(state: SuggestState, found: readonly Suggestion[]): void {
    this.state = state;
    this.suggestions = found;
  }

  counted(total: number): void {
    this.total = total;
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#turn += 1;
    this.text = '';
    this.total = undefined;
    this.state = 'NO_SEARCH';
    this.suggestions = [];
  }
}
