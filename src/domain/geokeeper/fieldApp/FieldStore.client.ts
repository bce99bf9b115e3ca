// The state of the field page: the person, the stored package, the entries of this device and the queue. Created once per page.

import { computed, observable, runInAction } from 'mobx';
import type { Client } from 'src/client/extendFrame.ts';
import { isUnreachable, messageOfThrown, prepareOfflineUse, uuid } from 'src/client/extendDevice.ts';
import {
  DeviceFullError,
  type FieldVault,
  lastFieldUser,
  openFieldVault,
  removeFieldVault,
  setLastFieldUser,
} from 'src/domain/geokeeper/fieldApp/FieldVault.client.ts';
import { contentHash } from 'src/domain/geokeeper/fieldApp/contentHash.client.ts';
import { sendEntry } from 'src/domain/geokeeper/fieldApp/EntrySender.client.ts';
import {
  type EntryFile,
  type FieldEntry,
  type FieldPackage,
  needsSending,
  type PackageForm,
  type TripProgress,
} from 'src/domain/geokeeper/fieldApp/fieldEntry.ts';
import { freeName, type NewEntry, newEntry } from 'src/domain/geokeeper/fieldApp/newEntry.client.ts';
import {
  askServer,
  fieldIsRefusal,
  MEDIA_OWNER,
  sendingParts,
  serverClockOffset,
  storeMedia,
} from 'src/domain/geokeeper/fieldApp/fieldTransfers.client.ts';

const PACKAGE_FACT = 'package';
/** A smaller difference may be the time that the answer took. */
const LARGEST_OFFSET_MS = 60_000;
const SEND_LOCK = 'knowledge-keeper-field-send';

interface OwnRecord {
  readonly instanceId: string;
  readonly state: string;
  readonly note?: string | null;
}

/** The reason for the last failure. */
export type FieldFailure = 'full' | 'offline' | 'failed';

export class FieldStore {
  private readonly client: Client;
  private readonly shownEntries = observable.map<string, FieldEntry>(undefined, { deep: false });
  private readonly box = observable.box<FieldPackage | undefined>(undefined, { deep: false });
  private readonly problem = observable.box<FieldFailure | undefined>();
  private readonly progress = observable.map<string, number>();
  private readonly media = observable.box({ done: 0, total: 0 }, { deep: false });
  private readonly who = observable.box<{ id: string; name: string } | undefined>(undefined, { deep: false });
  private readonly settled = observable.box(false);
  private readonly waitingEntries = computed(() => this.entries.filter(needsSending));
  private clockOffsetMs = 0;
  private opened: FieldVault | undefined;
  private writes: Promise<void> = Promise.resolve();
  /** True when the browser keeps the data of the site even if the device runs out of space. */
  private readonly isPersistent = observable.box(false);

  constructor(client: Client) {
    this.client = client;
  }

  get entries(): readonly FieldEntry[] {
    return [...this.shownEntries.values()].toSorted((one, other) => other.changed.localeCompare(one.changed));
  }

  get package(): FieldPackage | undefined {
    return this.box.get();
  }

  get failure(): FieldFailure | undefined {
    return this.problem.get();
  }

  get user(): { readonly id: string; readonly name: string } | undefined {
    return this.who.get();
  }

  /** True when it is known who uses the page, or that it was not used before. */
  get ready(): boolean {
    return this.settled.get();
  }

  get persistent(): boolean {
    return this.isPersistent.get();
  }

  get waiting(): readonly FieldEntry[] {
    return this.waitingEntries.get();
  }

  get mediaProgress(): { readonly done: number; readonly total: number } {
    return this.media.get();
  }

  get vault(): FieldVault {
    if (!this.opened) throw new Error('the field data of this device is not open');
    return this.opened;
  }

  entry(instanceId: string): FieldEntry | undefined {
    return this.shownEntries.get(instanceId);
  }

  /** Share of the files that is sent; undefined while the entry is not being sent. */
  shareSent(instanceId: string): number | undefined {
    return this.progress.get(instanceId);
  }

  /** Returns the time of the server, as far as its difference is known. */
  now(): Date {
    return new Date(Date.now() + this.clockOffsetMs);
  }

  clockOffset(): number {
    return this.clockOffsetMs;
  }

  forget(): void {
    runInAction(() => this.problem.set(undefined));
  }

  /** Opens the data of the signed-in person, or without a connection that of the person who used the page last. */
  async open(signedIn: { readonly $id: string; readonly name: string } | undefined): Promise<void> {
    const user = signedIn ? { id: signedIn.$id, name: signedIn.name } : await lastFieldUser();
    if (user?.id !== this.user?.id) {
      this.opened?.close();
      this.opened = user && (await openFieldVault(user.id));
      const [entries = [], stored] = await Promise.all([this.opened?.entries(), this.opened?.fact(PACKAGE_FACT)]);
      runInAction(() => {
        this.shownEntries.replace(entries.map((entry) => [entry.instanceId, entry]));
        this.box.set(stored as FieldPackage | undefined);
        this.who.set(user);
      });
    }
    if (user && signedIn) await setLastFieldUser(user);
    runInAction(() => this.settled.set(true));
  }

  /** Stores the package and its media, reads what reviewers sent back, and sends what waits. */
  async synchronise(): Promise<void> {
    if (!this.client.session.user || !this.opened) return;
    try {
      const isKept = await prepareOfflineUse();
      runInAction(() => this.isPersistent.set(isKept));
      await this.measureClock();
      const received = (await askServer(this.client, 'fieldPackage', {})) as FieldPackage;
      await this.vault.setFact(PACKAGE_FACT, received);
      runInAction(() => this.box.set(received));
      await storeMedia(this.client, this.vault, received, (done, total) =>
        runInAction(() => this.media.set({ done, total })),
      );
      await this.readReturned();
      await this.sendAll();
    } catch (thrown) {
      this.fail(thrown);
    }
  }

  /** Begins an entry. */
  async begin(begun: NewEntry): Promise<FieldEntry> {
    const entry = newEntry(begun);
    await this.put(entry);
    return entry;
  }

  /** Stores changes of an entry. They are not sent until the present revision is stored. */
  change(instanceId: string, change: Partial<FieldEntry>): Promise<void> {
    const before = this.entry(instanceId);
    if (!before) return Promise.resolve();
    const { reason: _reason, ...rest } = before;
    const next = {
      ...rest,
      ...change,
      revision: before.revision + 1,
      sendKey: uuid(),
      changed: new Date().toISOString(),
    };
    return this.put(next);
  }

  /** Shows the progress of a trip that is being recorded. It is stored less often. */
  showProgress(instanceId: string, progress: TripProgress): void {
    const entry = this.entry(instanceId);
    if (entry) runInAction(() => this.shownEntries.set(instanceId, { ...entry, progress }));
  }

  /** Stores a file of an entry on this device and returns its name, which is unique in the entry. */
  async addFile(instanceId: string, content: Blob, wanted: string): Promise<string> {
    const name = freeName(wanted, this.entry(instanceId)?.files ?? []);
    try {
      await this.vault.putFile(instanceId, name, content);
    } catch (thrown) {
      this.fail(thrown);
      throw thrown;
    }
    const file: EntryFile = {
      ...{ name, type: content.type, size: content.size, sha256: await contentHash(content) },
      ...{ upload: uuid(), sent: false },
    };
    await this.change(instanceId, { files: [...(this.entry(instanceId)?.files ?? []), file] });
    return name;
  }

  async remove(instanceId: string): Promise<void> {
    await this.vault.removeEntry(instanceId);
    runInAction(() => this.shownEntries.delete(instanceId));
  }

  /** Sends all that waits. Only one tab of the browser sends at a time. */
  async sendAll(): Promise<void> {
    const { locks } = navigator as Navigator & { readonly locks?: LockManager };
    if (!locks) return await this.sendEach();
    await locks.request(SEND_LOCK, { ifAvailable: true }, async (lock) => {
      if (lock) await this.sendEach();
    });
  }

  /** Removes all field data of this person from the device. */
  async leaveDevice(): Promise<void> {
    const { user } = this;
    this.opened?.close();
    this.opened = undefined;
    if (user) await removeFieldVault(user.id);
    await setLastFieldUser(undefined);
  }

  async formMedia(form: PackageForm): Promise<Readonly<Record<string, string>>> {
    const found = await Promise.all(
      form.media.map(async ({ name, sha256 }) => [name, await this.vault.file(MEDIA_OWNER, sha256)] as const),
    );
    return Object.fromEntries(found.flatMap(([name, blob]) => (blob ? [[name, URL.createObjectURL(blob)]] : [])));
  }

  private async sendEach(): Promise<void> {
    const tried = new Set<string>();
    for (;;) {
      const entry = this.waiting.find(({ sendKey }) => !tried.has(sendKey));
      if (!entry || !this.client.session.user) return;
      tried.add(entry.sendKey);
      try {
        await this.sendOne(entry);
      } catch (thrown) {
        if (!fieldIsRefusal(thrown)) return;
        await this.refuse(entry, thrown);
      } finally {
        runInAction(() => this.progress.delete(entry.instanceId));
      }
    }
  }

  private async sendOne(entry: FieldEntry): Promise<void> {
    const { instanceId } = entry;
    runInAction(() => this.progress.set(instanceId, 0));
    const parts = sendingParts(this.client, this.vault, this);
    const sent = await sendEntry(entry, parts, (share) => runInAction(() => this.progress.set(instanceId, share)));
    const now = this.entry(instanceId);
    // The person may have continued meanwhile: then only the files are known to have arrived.
    if (now && now.revision !== entry.revision)
      await this.put({
        ...now,
        files: now.files.map((file) => sent.files.find(({ name }) => name === file.name) ?? file),
      });
    else if (now) await this.put(sent);
  }

  private async refuse(entry: FieldEntry, thrown: unknown): Promise<void> {
    const now = this.entry(entry.instanceId);
    if (now?.revision !== entry.revision) return;
    const reason = messageOfThrown(thrown);
    await this.put(
      entry.state === 'draft' ? { ...now, sentRevision: now.revision, reason } : { ...now, state: 'refused', reason },
    );
  }

  private async readReturned(): Promise<void> {
    const { records } = (await askServer(this.client, 'ownFieldData', {})) as {
      readonly records: readonly OwnRecord[];
    };
    for (const { instanceId, state, note } of records) {
      const entry = this.entry(instanceId);
      if (!entry || entry.state !== 'sent' || state !== 'ISSUES') continue;
      await this.put({ ...entry, state: 'returned', ...(typeof note === 'string' ? { note } : {}) });
    }
  }

  /** Compares the clock of the device with the one of the server. */
  private async measureClock(): Promise<void> {
    const offset = await serverClockOffset();
    this.clockOffsetMs = Math.abs(offset) > LARGEST_OFFSET_MS ? offset : 0;
  }

  private put(entry: FieldEntry): Promise<void> {
    runInAction(() => this.shownEntries.set(entry.instanceId, entry));
    const stored = this.writes.then(() => this.vault.putEntry(this.entry(entry.instanceId) ?? entry));
    this.writes = stored.catch((thrown: unknown) => this.fail(thrown));
    return this.writes;
  }

  private fail(thrown: unknown): void {
    const kind = thrown instanceof DeviceFullError ? 'full' : isUnreachable(thrown) ? 'offline' : 'failed';
    runInAction(() => this.problem.set(kind));
  }
}
