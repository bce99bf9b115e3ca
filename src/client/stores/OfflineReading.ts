// Reading without a connection: notes what the person opens and lists, and answers from this device when the server cannot be reached. The
// code that stores the copies (OfflineCopies.ts) loads after the first page.

import { reaction, runInAction } from 'mobx';
import type { DeviceAnswers } from 'src/client/connection/deviceAnswers.ts';
import type { Environment } from 'src/client/connection/environment.ts';
import type { ServerConnection } from 'src/client/connection/ServerConnection.ts';
import type { ItemStore } from 'src/client/stores/ItemStore.ts';
import type { OfflineCopies } from 'src/client/stores/OfflineCopies.ts';
import { deleteOfflineCopies, MOST_STARRED_COPIES, offlineDays } from 'src/client/stores/offlineDatabase.ts';
import type { SessionStore } from 'src/client/stores/SessionStore.ts';
import type { StarStore } from 'src/client/stores/StarStore.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';

export interface OfflineReadingOptions {
  readonly connection: ServerConnection;
  readonly session: SessionStore;
  readonly items: ItemStore;
  readonly stars: StarStore;
  readonly environment: Environment;
}

/** Leaves the network to the page that the person waits for. */
const START_DELAY_MS = 3_000;
/** The age of the copies counts from the last confirmation, so that a page that stays connected is no older than this when its connection ends. */
const CONFIRM_COPIES_MS = 3_600_000;
/** Operations and paths whose answers are stored. */
const NOTED = /^(?:search\/ids$|act\/menuItems$|\/lov\/)/;

type Work = (copies: OfflineCopies) => Promise<unknown> | void;

export class OfflineReading implements DeviceAnswers {
  private readonly options: OfflineReadingOptions;
  private loaded: Promise<OfflineCopies | undefined> | undefined;
  private waiting: Work[] = [];
  private stopWaiting: (() => void) | undefined;
  private stopConfirming: (() => void) | undefined;

  constructor(options: OfflineReadingOptions) {
    this.options = options;
  }

  start(): () => void {
    const { connection, session, items, stars, environment } = this.options;
    connection.useDevice(this);
    items.copies.use((ids) => this.ask((copies) => copies.items(ids)).then((found) => found ?? []));
    const stops = [
      connection.onAuthed(() => this.confirm()),
      connection.closed.add(() => {
        this.stopConfirming?.();
        void this.meet();
      }),
      connection.onPush('item/update', ({ $id, gone }) => {
        if (gone) this.later((copies) => copies.remove([$id]));
      }),
      session.entered.add(() => {
        if (!session.signedIn) void this.forget();
      }),
      // The order of the stars is that of the last changes of the items, so a new star can be at any place.
      reaction(
        () => stars.first(MOST_STARRED_COPIES).join(' '),
        () => this.later((copies) => copies.keepStarred()),
      ),
      reaction(
        () => session.user && offlineDays(session.user),
        (days, before) => {
          if (before !== undefined && days) void this.ask((copies) => copies.keepChoice());
        },
      ),
      environment.timers.after(START_DELAY_MS, () => {
        if (!session.signedIn) void this.forget();
      }),
      () => this.stopWaiting?.(),
      () => this.stopConfirming?.(),
    ];
    return () => stops.forEach((stop) => stop());
  }

  /** Confirms the copies now and, while the connection lasts, again each hour. */
  private confirm(): void {
    this.later((copies) => copies.confirm());
    this.stopConfirming?.();
    this.stopConfirming = this.options.environment.timers.after(CONFIRM_COPIES_MS, () => this.confirm());
  }

  /** Called when the page of an item is shown. */
  opened(id: ItemId): void {
    this.later((copies) => copies.opened(id));
  }

  note(o: string, body: Json | undefined, answer: unknown): void {
    if (NOTED.test(o)) this.later((copies) => copies.note({ o, body, answer }));
  }

  answer(o: string, body: Json | undefined): Promise<unknown> {
    return NOTED.test(o) ? this.ask((copies) => copies.answer(o, body)) : Promise.resolve(undefined);
  }

  /** Returns the number of records on this device. */
  async count(): Promise<number> {
    return (await this.ask((copies) => copies.count())) ?? 0;
  }

  /** Deletes all copies of this device. */
  async forget(): Promise<void> {
    this.waiting = [];
    const { loaded } = this;
    this.loaded = undefined;
    await loaded?.then((copies) => copies?.close()).catch(() => undefined);
    await deleteOfflineCopies(this.options.environment.databases);
  }

  /** Identifies the person from the copies of the last visit when there is no connection. */
  private async meet(): Promise<void> {
    const { session } = this.options;
    if (session.user || session.token === undefined) return;
    const person = await this.ask((copies) => copies.person());
    if (person) runInAction(() => session.meetOffline(person));
  }

  /** Runs work with the copies when the first page has been shown. */
  later(work: Work): void {
    this.waiting.push(work);
    this.stopWaiting ??= this.options.environment.timers.after(START_DELAY_MS, () => void this.runWaiting());
  }

  private async runWaiting(): Promise<void> {
    this.stopWaiting = undefined;
    const works = this.waiting;
    this.waiting = [];
    const { user } = this.options.session;
    if (!user) return;
    if (offlineDays(user) === 0) {
      if (!user.masquerading) await this.forget();
      return;
    }
    for (const work of works) {
      // oxlint-disable-next-line no-await-in-loop -- a removal follows the write before it
      await this.ask(work);
    }
  }

  /** Runs work with the copies now. Resolves to undefined where the browser stores nothing. */
  async ask<T>(work: (copies: OfflineCopies) => Promise<T> | T): Promise<T | undefined> {
    const { databases } = this.options.environment;
    if (!databases) return undefined;
    try {
      this.loaded ??= import('src/client/stores/OfflineCopies.ts').then(({ openOfflineCopies }) =>
        openOfflineCopies(this.options),
      );
      const copies = await this.loaded;
      return copies && (await work(copies));
    } catch {
      this.loaded = undefined;
      return undefined;
    }
  }
}
