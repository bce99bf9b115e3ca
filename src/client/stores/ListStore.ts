// Values of the value lists, read once per list and owner in the reader's language. Source: wire contract 1, /lov.

import { observable, runInAction } from 'mobx';
import type { ListStore as Contract } from 'src/client/Client.ts';
import { isUnreachable } from 'src/client/connection/ClientProblem.ts';
import type { ServerConnection } from 'src/client/connection/ServerConnection.ts';
import type { LovAnswer, LovValue } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';

const SYSTEM = 'system';
const NONE: readonly LovValue[] = Object.freeze([]);

interface ListStoreOptions {
  readonly connection: ServerConnection;
  readonly locale: () => string;
}

export class ListStore implements Contract {
  private readonly connection: ServerConnection;
  private readonly locale: () => string;
  private readonly known = observable.map<string, readonly LovValue[]>(undefined, { deep: false });
  private readonly asked = new Set<string>();
  /** Makes those who wait for a list ask again. */
  private readonly round = observable.box(0);
  private era = 0;

  constructor({ connection, locale }: ListStoreOptions) {
    this.connection = connection;
    this.locale = locale;
  }

  values(list: string, owner: ItemId | 'system'): readonly LovValue[] | undefined {
    const path = this.path(list, owner);
    const values = this.known.get(path);
    if (values) return values;
    this.round.get();
    if (!this.asked.has(path)) void this.ask(path, owner);
    return undefined;
  }

  label(list: string, owner: ItemId | 'system', key: string): string {
    return this.values(list, owner)?.find((each) => each.key === key)?.label ?? key;
  }

  /** The network is back: lists that could not be read are asked for by those who show them. */
  retry(): void {
    runInAction(() => this.round.set(this.round.get() + 1));
  }

  /** Somebody changed a value, or somebody else is signed in now. Lists in sight are read again at once. */
  clear(): void {
    this.era += 1;
    this.asked.clear();
    runInAction(() => this.known.clear());
  }

  private path(list: string, owner: string): string {
    const start = `/lov/${encodeURIComponent(this.locale())}/${encodeURIComponent(list)}`;
    return owner === SYSTEM ? start : `${start}/${encodeURIComponent(owner)}`;
  }

  private async ask(path: string, owner: string): Promise<void> {
    const { era } = this;
    this.asked.add(path);
    let values = NONE;
    try {
      const answer = (await this.connection.fetchJson(path)) as unknown as LovAnswer;
      values = answer[owner] ?? NONE;
    } catch (thrown) {
      // Not kept: the list is asked for again when the network is back.
      if (era === this.era && isUnreachable(thrown)) this.asked.delete(path);
      if (isUnreachable(thrown)) return;
    }
    if (era === this.era) runInAction(() => this.known.set(path, values));
  }
}
