// Values of the value lists, read once per list and owner in the reader's language. Source: wire contract 1, /lov.

import { observable, runInAction } from 'mobx';
import { isUnreachable } from 'src/client/connection/ClientProblem.ts';
import type { ServerConnection } from 'src/client/connection/ServerConnection.ts';
import { readableName } from 'src/model/text/readableName.ts';
import type { LovAnswer, LovValue } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';

const SYSTEM = 'system';
/** Capitals, digits and signs between them; what people typed themselves is no key and stays as they typed it. */
const KEY = /^[A-Z][A-Z0-9_.]*$/;
/** A key is never shown as it is stored. */
const asWords = (key: string): string => (KEY.test(key) ? readableName(key.replaceAll('.', ' ')) : key);
const NONE: readonly LovValue[] = Object.freeze([]);

interface ListStoreOptions {
  readonly connection: ServerConnection;
  readonly locale: () => string;
}

export class ListStore {
  private readonly connection: ServerConnection;
  private readonly locale: () => string;
  private readonly known = observable.map<string, LovAnswer>(undefined, { deep: false });
  private readonly asked = new Set<string>();
  /** Makes those who wait for a list ask again. */
  private readonly round = observable.box(0);
  private generation = 0;

  constructor({ connection, locale }: ListStoreOptions) {
    this.connection = connection;
    this.locale = locale;
  }

  /** Values of a list for an owner (`system` when not owned), observable; undefined while loading. Archived values included (show only where in use). */
  values(list: string, owner: ItemId | 'system'): readonly LovValue[] | undefined {
    const answer = this.answer(this.path(list, owner));
    return answer && (answer[owner] ?? NONE);
  }

  /**
   * The label where items of several owners stand together: as the first of these owners has it, else the site, else anybody, else the
   * key as words: who may not see an organisation is not given its labels. Undefined while loading.
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

  /** The label of a stored key; the key as words when the list does not have it, undefined while loading. */
  label(list: string, owner: ItemId | 'system', key: string): string | undefined {
    const values = this.values(list, owner);
    return values && (values.find((each) => each.key === key)?.label ?? asWords(key));
  }

  /** The network is back: lists that could not be read are asked for by those who show them. */
  retry(): void {
    runInAction(() => this.round.set(this.round.get() + 1));
  }

  /** Somebody changed a value, or somebody else is signed in now. Lists in sight are read again at once. */
  clear(): void {
    this.generation += 1;
    this.asked.clear();
    runInAction(() => this.known.clear());
  }

  private answer(path: string): LovAnswer | undefined {
    const answer = this.known.get(path);
    if (answer) return answer;
    this.round.get();
    if (!this.asked.has(path)) void this.ask(path);
    return undefined;
  }

  private path(list: string, owner: string): string {
    const start = `/lov/${encodeURIComponent(this.locale())}/${encodeURIComponent(list)}`;
    return owner === SYSTEM ? start : `${start}/${encodeURIComponent(owner)}`;
  }

  private async ask(path: string): Promise<void> {
    const { generation } = this;
    this.asked.add(path);
    let answer: LovAnswer = {};
    try {
      answer = (await this.connection.fetchJson(path)) as unknown as LovAnswer;
    } catch (thrown) {
      // Not kept: the list is asked for again when the network is back.
      if (generation === this.generation && isUnreachable(thrown)) this.asked.delete(path);
      if (isUnreachable(thrown)) return;
    }
    if (generation === this.generation) runInAction(() => this.known.set(path, answer));
  }
}
