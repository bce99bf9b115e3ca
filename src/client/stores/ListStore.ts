// Values of value lists, read once per list and owner in the reader's language.

import { observable, runInAction } from 'mobx';
import { isUnreachable } from 'src/client/connection/ClientProblem.ts';
import type { ServerConnection } from 'src/client/connection/ServerConnection.ts';
import { readableName } from 'src/model/text/readableName.ts';
import type { LovAnswer, LovValue } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';

const SYSTEM = 'system';
/** Capitals, digits and punctuation. Text that people typed is not a key and stays unchanged. */
const VALUE_KEY = /^[A-Z][A-Z0-9_.]*$/;
/** Returns the text of a key, which is never shown as it is stored. */
const asWords = (key: string): string => (VALUE_KEY.test(key) ? readableName(key.replaceAll('.', ' ')) : key);
const NO_LIST_VALUES: readonly LovValue[] = Object.freeze([]);

interface ListStoreOptions {
  readonly connection: ServerConnection;
  readonly locale: () => string;
}

type ListPath = `/lov/${string}/${string}`;

export class ListStore {
  private readonly connection: ServerConnection;
  private readonly locale: () => string;
  private readonly known = observable.map<string, LovAnswer>(undefined, { deep: false });
  private readonly asked = new Set<string>();
  /** Makes waiting components request the list again. */
  private readonly round = observable.box(0);
  private generation = 0;

  constructor({ connection, locale }: ListStoreOptions) {
    this.connection = connection;
    this.locale = locale;
  }

  /**
   * Returns the values of a list for an owner (`system` when not owned), or undefined while loading. Includes archived values, which are
   * shown only where they are in use. Observable.
   */
  values(list: string, owner: ItemId | 'system'): readonly LovValue[] | undefined {
    const answer = this.answer(this.path(list, owner));
    return answer && (answer[owner] ?? NO_LIST_VALUES);
  }

  /**
   * Returns a label in a listing with several owners: that of the first of these owners that has one, then of the site, then of any owner,
   * then the key as words. The server omits labels of owners that the reader may not see. Undefined while loading.
   */
  labelAmong(list: string, owners: readonly ItemId[], key: string): string | undefined {
    const answer = this.answer(this.path(list, SYSTEM));
    if (answer === undefined) return undefined;
    const order = new Set([...owners, SYSTEM, ...Object.keys(answer)]);
    for (const owner of order) {
      const found = answer[owner]?.find((each) => each.key === key);
      if (found) return found.label;
    }
    return asWords(key);
  }

  /** Returns all keys of a list: those of the site in their order, then those of owners. Undefined while loading. Observable. */
  keys(list: string): readonly string[] | undefined {
    const answer = this.answer(this.path(list, SYSTEM));
    const owners = new Set([SYSTEM, ...Object.keys(answer ?? {}).toSorted()]);
    return answer && [...new Set([...owners].flatMap((owner) => (answer[owner] ?? []).map(({ key }) => key)))];
  }

  /** Returns the label of a stored key, or the key as words when the list does not have it. Undefined while loading. */
  label(list: string, owner: ItemId | 'system', key: string): string | undefined {
    const values = this.values(list, owner);
    return values && (values.find((each) => each.key === key)?.label ?? asWords(key));
  }

  /** The network is back: components request failed lists again. */
  retry(): void {
    runInAction(() => this.round.set(this.round.get() + 1));
  }

  /** Called when a value changed or another person signed in. Visible lists are read again at once. */
  clear(): void {
    this.generation += 1;
    this.asked.clear();
    runInAction(() => this.known.clear());
  }

  private answer(path: ListPath): LovAnswer | undefined {
    const answer = this.known.get(path);
    if (answer) return answer;
    this.round.get();
    if (!this.asked.has(path)) void this.ask(path);
    return undefined;
  }

  private path(list: string, owner: string): ListPath {
    const start = `/lov/${encodeURIComponent(this.locale())}/${encodeURIComponent(list)}` as const;
    return owner === SYSTEM ? start : `${start}/${encodeURIComponent(owner)}`;
  }

  private async ask(path: ListPath): Promise<void> {
    const { generation } = this;
    this.asked.add(path);
    let answer: LovAnswer = {};
    try {
      answer = await this.connection.fetchJson(path);
    } catch (thrown) {
      // A failure is not stored: the list is requested again when the network returns.
      if (generation === this.generation && isUnreachable(thrown)) this.asked.delete(path);
      if (isUnreachable(thrown)) return;
    }
    if (generation === this.generation) runInAction(() => this.known.set(path, answer));
  }
}
