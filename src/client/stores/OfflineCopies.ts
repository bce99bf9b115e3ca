// Copies of records and lists on this device, for reading without a connection. The server decides what may be stored (`act/keptItems`
// answers with nothing PRIVATE) and confirms all copies after each connect and each hour: what an answer no longer contains is deleted.

import { DAY_MS } from 'src/base/dayMs.ts';
import { isUnreachable } from 'src/client/connection/ClientProblem.ts';
import { isPrivateChange } from 'src/client/connection/privateChange.ts';
import type { ItemCopy } from 'src/client/stores/CopiedItems.ts';
import { MOST_STARRED_COPIES, offlineDays } from 'src/client/stores/offlineDatabase.ts';
import type { OfflineReadingOptions } from 'src/client/stores/OfflineReading.ts';
import { type DeviceCopy, OfflineStorage } from 'src/client/stores/OfflineStorage.ts';
import { storePage } from 'src/client/ui/offlineUse.ts';
import { uidOfToken } from 'src/client/stores/TokenStore.ts';
import type { SearchAnswer, SessionUser, Suggestion } from 'src/model/generated/wire.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { foldedTokens } from 'src/model/query/searchText.ts';

interface Noted {
  readonly o: string;
  readonly body: Json | undefined;
  readonly answer: unknown;
}

/** The lists and records that this device can show without a connection, in the order of their last use. Times are ISO timestamps. */
export interface DeviceContents {
  readonly lists: readonly { readonly to: string; readonly at: string }[];
  readonly records: readonly { readonly item: Item; readonly at: string }[];
}

interface ListCopy {
  /** Address of the page that showed the list. */
  readonly to?: string | undefined;
  readonly ids: readonly ItemId[];
  readonly total: number;
}

const MOST_COPIES = { item: 1_000, list: 100, answer: 100 } as const;
/** Rows of a list that are stored. */
const MOST_ROWS = 50;
/** Items in one request. */
const COPIES_PER_READ = 100;
const COPY_PAUSE_MS = 2_000;
/** Pause after the server has asked to wait. */
const REFUSED_PAUSE_MS = 60_000;
const PERSON_COPY = 'person';

const listKey = (body: Json | undefined): string => {
  const { facets: _, labels: __, ...query } = (body ?? {}) as Readonly<Record<string, Json>>;
  return JSON.stringify(query);
};

/**
 * A list is a search for several items from the beginning. Searches among given ids confirm what a page shows. A copy contains rows only, so
 * a search that also asks for the times, ranks or branches of its results is not answered by one: the page would show that there are none.
 */
const isListSearch = (body: Json | undefined): boolean => {
  const { max, after, ids, days, times, ranks, tree } = (body ?? {}) as Readonly<Record<string, Json>>;
  return (
    Number(max) > 1 && [after, ids, days, times, ranks, tree].every((part) => part === undefined || part === false)
  );
};

export class OfflineCopies {
  private readonly options: OfflineReadingOptions;
  private readonly storage: OfflineStorage;
  private readonly wanted = new Set<ItemId>();
  /** Items whose copies the server has confirmed since `confirm` was last called. */
  private readonly fresh = new Set<ItemId>();
  private readonly lists = new Map<string, ListCopy>();
  /** Addresses of the pages that showed the lists. */
  private readonly addresses = new Map<string, string>();
  private stopPause: (() => void) | undefined;

  constructor(options: OfflineReadingOptions, storage: OfflineStorage) {
    this.options = options;
    this.storage = storage;
  }

  private now(): number {
    return this.options.environment.clock.now().getTime();
  }

  /** Stores items soon, unless their copies are fresh. */
  keep(ids: readonly ItemId[]): void {
    for (const id of ids) if (!this.fresh.has(id)) this.wanted.add(id);
    if (this.wanted.size > 0 || this.lists.size > 0) this.schedule(COPY_PAUSE_MS);
  }

  /** Stores an item whose page was opened, and notes its use. */
  async opened(id: ItemId): Promise<void> {
    this.keep([id]);
    const copy = await this.storage.get('item', id);
    if (copy) await this.storage.put([{ ...copy, used: this.now() }]);
  }

  keepStarred(): void {
    this.keep(this.options.stars.first(MOST_STARRED_COPIES));
  }

  async note({ o, body, answer }: Noted): Promise<void> {
    if (o !== 'search/ids') {
      await this.storage.put([{ kind: 'answer', name: o, at: this.now(), used: this.now(), value: answer }]);
      await this.storage.trim('answer', MOST_COPIES.answer);
      return;
    }
    if (!isListSearch(body)) return;
    const { ids, total } = answer as SearchAnswer;
    const rows = ids.slice(0, MOST_ROWS);
    this.lists.set(listKey(body), { ids: rows, total });
    this.keep(rows);
  }

  /** Notes the address of the page that shows a list. */
  async listed(query: Json, to: string): Promise<void> {
    const key = listKey(query);
    this.addresses.set(key, to);
    const copy = await this.storage.get('list', key);
    if (copy) await this.storage.put([{ ...copy, value: { ...(copy.value as ListCopy), to } }]);
  }

  /** Returns the lists of which the address is known, one for each page, and the records. */
  async contents(): Promise<DeviceContents> {
    if (!(await this.isOpen())) return { lists: [], records: [] };
    const [lists, items] = await Promise.all([this.storage.all('list'), this.storage.all('item')]);
    const known = lists.toSorted(byLastUse).flatMap(({ value, at }) => {
      const { to, ids, total } = value as ListCopy;
      return to !== undefined && (ids.length > 0 || total === 0) ? [{ to, at: new Date(at).toISOString() }] : [];
    });
    return {
      lists: [...new Map(known.toReversed().map((list) => [list.to, list])).values()].toReversed(),
      records: items
        .toSorted(byLastUse)
        .map(({ value, at }) => ({ item: value as Item, at: new Date(at).toISOString() })),
    };
  }

  /** Returns the records whose title has words that begin with all typed ones. */
  async suggest(text: string): Promise<readonly Suggestion[]> {
    const typed = foldedTokens(text);
    const { records } = await this.contents();
    return records
      .filter(({ item: { $label } }) => beginsAll(foldedTokens($label), typed))
      .map(({ item: { $id, $label, _t } }) => ({ $id, label: $label, type: _t }));
  }

  async remove(ids: readonly ItemId[]): Promise<void> {
    for (const id of ids) {
      this.fresh.delete(id);
      this.wanted.delete(id);
    }
    await this.storage.remove('item', ids);
  }

  /** Reads all copies again with the rights of the moment. When the rights of the person have changed, only records stay. */
  async confirm(): Promise<void> {
    const { user } = this.options.session;
    if (!user) return;
    const before = await this.storage.get('person', PERSON_COPY);
    const person = withoutDraftKey(user);
    if (before && !isPrivateChange(before.value as SessionUser, person)) {
      this.lists.clear();
      await Promise.all([this.storage.removeAll('list'), this.storage.removeAll('answer')]);
    }
    void storePage().catch(() => undefined);
    await this.putPerson(person, this.now());
    const copies = await this.storage.all('item');
    this.fresh.clear();
    this.keep(copies.map(({ name }) => name));
    this.keepStarred();
  }

  /** Stores the days that the person has chosen since the last connect. The time of the copies is not extended. */
  async keepChoice(): Promise<void> {
    const { user } = this.options.session;
    if (!user) return;
    const before = await this.storage.get('person', PERSON_COPY);
    await this.putPerson(withoutDraftKey(user), before?.at ?? this.now());
  }

  async items(ids: readonly ItemId[]): Promise<readonly ItemCopy[]> {
    if (!(await this.isOpen())) return [];
    const copies = await Promise.all(ids.map((id) => this.storage.get('item', id)));
    return copies.flatMap((copy) => (copy ? { item: copy.value as Item, at: new Date(copy.at).toISOString() } : []));
  }

  async answer(o: string, body: Json | undefined): Promise<unknown> {
    if (!(await this.isOpen())) return undefined;
    if (o !== 'search/ids') return (await this.storage.get('answer', o))?.value;
    // An earlier version may have stored other searches.
    const copy = isListSearch(body) ? await this.storage.get('list', listKey(body)) : undefined;
    if (!copy) return undefined;
    const { ids, total } = copy.value as ListCopy;
    const items = await this.items(ids);
    // The list is not empty: this device has none of its rows.
    if (items.length === 0 && total > 0) return undefined;
    const answer: SearchAnswer = { ids: items.map(({ item }) => item.$id), total: items.length };
    this.options.connection.copies.set(answer, { at: new Date(copy.at).toISOString(), of: total });
    return answer;
  }

  /** Returns the person of the session, as far as the time of the copies is not over. */
  async person(): Promise<SessionUser | undefined> {
    return (await this.isOpen()) ? ((await this.storage.get('person', PERSON_COPY))?.value as SessionUser) : undefined;
  }

  /** Returns the person whose copies these are. */
  async owner(): Promise<ItemId | undefined> {
    return ((await this.storage.get('person', PERSON_COPY))?.value as SessionUser | undefined)?.$id;
  }

  count(): Promise<number> {
    return this.storage.count('item');
  }

  close(): void {
    this.stopPause?.();
    this.storage.close();
  }

  /** `at` is the time from which the age of all copies is counted. */
  private putPerson(value: ReturnType<typeof withoutDraftKey>, at: number): Promise<void> {
    return this.storage.put([{ kind: 'person', name: PERSON_COPY, at, used: this.now(), value }]);
  }

  /** Deletes everything when the chosen time is over, or when the copies belong to another person. */
  private async isOpen(): Promise<boolean> {
    const { token, user: acting } = this.options.session;
    if (acting?.masquerading === true) return false;
    const person = await this.storage.get('person', PERSON_COPY);
    if (!person || token === undefined) return false;
    const user = person.value as SessionUser;
    const age = this.now() - person.at;
    const isOwn = uidOfToken(token) === user.$id;
    // A clock that was set back does not extend the time.
    if (isOwn && age <= offlineDays(user) * DAY_MS && age >= -DAY_MS) return true;
    if (isOwn) await this.empty();
    return false;
  }

  async empty(): Promise<void> {
    for (const kind of ['item', 'list', 'answer', 'person'] as const)
      // oxlint-disable-next-line no-await-in-loop -- four short statements
      await this.storage.removeAll(kind);
  }

  private schedule(pause: number): void {
    this.stopPause ??= this.options.environment.timers.after(pause, () => {
      this.stopPause = undefined;
      void this.flush().catch(() => undefined);
    });
  }

  private async flush(): Promise<void> {
    const ids = [...this.wanted].slice(0, COPIES_PER_READ);
    if (ids.length > 0) {
      const found = await this.read(ids);
      if (!found) return;
      await this.store(ids, found);
    }
    await this.storeLists();
    if (this.wanted.size > 0) this.schedule(COPY_PAUSE_MS);
  }

  /** Without an answer, the next connect asks again. */
  private async read(ids: readonly ItemId[]): Promise<Readonly<Record<ItemId, Item>> | undefined> {
    try {
      return await this.options.connection.send('act/keptItems', { ids }, { long: true });
    } catch (thrown) {
      if (!isUnreachable(thrown)) this.schedule(REFUSED_PAUSE_MS);
      return undefined;
    }
  }

  private async store(ids: readonly ItemId[], found: Readonly<Record<ItemId, Item>>): Promise<void> {
    const [at, before] = [this.now(), await Promise.all(ids.map((id) => this.storage.get('item', id)))];
    const usedBefore = new Map(before.flatMap((copy) => (copy ? [[copy.name, copy.used] as const] : [])));
    const copies = Object.values(found).map((item): DeviceCopy => ({
      kind: 'item',
      name: item.$id,
      at,
      used: usedBefore.get(item.$id) ?? at,
      value: item,
    }));
    await this.storage.put(copies);
    await this.remove(ids.filter((id) => !Object.hasOwn(found, id)));
    for (const id of ids) this.wanted.delete(id);
    for (const { name } of copies) this.fresh.add(name);
    await this.storage.trim('item', MOST_COPIES.item);
  }

  /** A list is stored when all of its rows are: rows that the server does not let the device store are left out. */
  private async storeLists(): Promise<void> {
    const ready = [...this.lists].filter(([, { ids }]) => !ids.some((id) => this.wanted.has(id)));
    const at = this.now();
    await this.storage.put(
      ready.map(([name, { ids, total }]): DeviceCopy => {
        const value: ListCopy = { ids: ids.filter((id) => this.fresh.has(id)), total, to: this.addresses.get(name) };
        return { kind: 'list', name, at, used: at, value };
      }),
    );
    for (const [name] of ready) this.lists.delete(name);
    await this.storage.trim('list', MOST_COPIES.list);
  }
}

const beginsAll = (words: readonly string[], typed: readonly string[]): boolean =>
  typed.every((each) => words.some((word) => word.startsWith(each)));

const byLastUse = (one: DeviceCopy, other: DeviceCopy): number => other.used - one.used;

/** The key of the drafts never leaves the memory of the page. */
const withoutDraftKey = (user: SessionUser): SessionUser => ({ ...user, draftKey: '', activeTasks: [] });

/** Opens the copies of the person. Copies of another person are deleted. */
export const openOfflineCopies = async (options: OfflineReadingOptions): Promise<OfflineCopies> => {
  const copies = new OfflineCopies(options, await OfflineStorage.open());
  const owner = await copies.owner();
  const { user } = options.session;
  if (owner !== undefined && user && !user.masquerading && owner !== user.$id) await copies.empty();
  return copies;
};
