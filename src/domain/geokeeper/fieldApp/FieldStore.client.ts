// The state of the field page: the person, the stored package, and the entries of this device with their queue. Created once per page.

import { observable, runInAction } from 'mobx';
import type { Client } from 'src/client/extendFrame.ts';
import { isUnreachable, prepareOfflineUse, uuid } from 'src/client/extendDevice.ts';
import { contentHash } from 'src/domain/geokeeper/fieldApp/contentHash.client.ts';
import { type DeviceFacts, NO_FACTS } from 'src/domain/geokeeper/fieldApp/deviceFacts.ts';
import {
  closeFieldData,
  followClosedData,
  removeFieldData,
} from 'src/domain/geokeeper/fieldApp/fieldDeviceData.client.ts';
import { FieldEntries } from 'src/domain/geokeeper/fieldApp/FieldEntries.client.ts';
import {
  type ClockMeasure,
  type EntryFile,
  type FieldEntry,
  type FieldPackage,
  knownClockOffset,
  unsentEntries,
} from 'src/domain/geokeeper/fieldApp/fieldEntry.ts';
import { withFieldLock } from 'src/domain/geokeeper/fieldApp/fieldLocks.client.ts';
import { FieldQueue } from 'src/domain/geokeeper/fieldApp/FieldQueue.client.ts';
import {
  askServer,
  measureFieldClock,
  receiveReturned,
  sendingParts,
  storeMedia,
} from 'src/domain/geokeeper/fieldApp/fieldTransfers.client.ts';
import {
  closedEntriesOfOthers,
  type DeviceUser,
  lastFieldUser,
  setFieldUser,
} from 'src/domain/geokeeper/fieldApp/fieldUsers.client.ts';
import {
  DeviceFullError,
  type FieldVault,
  openFieldVault,
  VaultClosedError,
} from 'src/domain/geokeeper/fieldApp/FieldVault.client.ts';
import { freeName, type NewEntry, newEntry } from 'src/domain/geokeeper/fieldApp/newEntry.client.ts';
import { TripRecordings } from 'src/domain/geokeeper/fieldApp/TripRecordings.client.ts';

const PACKAGE_FACT = 'package';
const CLOCK_FACT = 'clock';

export type FieldFailure = 'full' | 'offline' | 'failed';

/** The person whose session the server or another tab has ended, and whose entries are closed. */
interface EndedVisit {
  readonly vault: FieldVault;
  readonly unsent: readonly FieldEntry[];
}

export class FieldStore {
  readonly entries = new FieldEntries((thrown) => this.fail(thrown));
  readonly recordings = new TripRecordings(this.entries, () => this.opened);
  readonly queue: FieldQueue;
  private readonly client: Client;
  private readonly box = observable.box<FieldPackage | undefined>(undefined, { deep: false });
  private readonly problem = observable.box<FieldFailure | undefined>();
  private readonly who = observable.box<DeviceUser | undefined>(undefined, { deep: false });
  private readonly facts = observable.box<DeviceFacts>(NO_FACTS, { deep: false });
  private readonly endedVisit = observable.box<EndedVisit | undefined>(undefined, { deep: false });
  private clock: ClockMeasure | undefined;
  private opened: FieldVault | undefined;
  private opening: Promise<void> = Promise.resolve();

  constructor(client: Client) {
    this.client = client;
    this.queue = new FieldQueue({
      client,
      entries: this.entries,
      parts: () => this.opened && sendingParts(client, this.opened, this),
    });
  }

  get package(): FieldPackage | undefined {
    return this.box.get();
  }

  get failure(): FieldFailure | undefined {
    return this.problem.get();
  }

  get user(): DeviceUser | undefined {
    return this.who.get();
  }

  get device(): DeviceFacts {
    return this.facts.get();
  }

  /** The entries that were not sent when the session ended. */
  get ended(): readonly FieldEntry[] | undefined {
    return this.endedVisit.get()?.unsent;
  }

  get vault(): FieldVault {
    const vault = this.opened ?? this.endedVisit.get()?.vault;
    if (!vault) throw new Error('the field data of this device is not open');
    return vault;
  }

  /** Returns the time of the server, as far as its difference is known, for answers that people read. */
  now(): Date {
    return new Date(Date.now() + this.clockOffset());
  }

  /** Milliseconds by which the clock of the server is ahead. */
  clockOffset(): number {
    return this.clock?.offset ?? 0;
  }

  forget(): void {
    runInAction(() => this.problem.set(undefined));
  }

  noteReady(): void {
    this.learn({ offline: this.package !== undefined });
  }

  /**
   * Opens the data of the signed-in person, or without a session that of the person who used the page last. Closes the data of others when
   * a person signs in.
   */
  open(signedIn: (DeviceUser & { readonly ownerKey: string }) | undefined): Promise<void> {
    this.opening = this.opening.then(
      () => this.openOne(signedIn),
      () => this.openOne(signedIn),
    );
    return this.opening;
  }

  /** Records trips, and hides the entries when their person is signed out. Returns the end of following. */
  follow(): () => void {
    const stops = [
      this.recordings.follow(),
      followClosedData(({ userId, ended }) => {
        if (userId !== this.user?.id) return;
        const { opened: vault } = this;
        const unsent = unsentEntries(this.entries.all);
        this.hide();
        // The person may be at the device: this page can still save their entries as files.
        if (vault && ended) runInAction(() => this.endedVisit.set({ vault, unsent }));
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }

  /** Stores the package and its media, reads what reviewers sent back, and sends what waits. */
  async synchronise(): Promise<void> {
    if (!this.client.session.user || !this.opened) return;
    const steps = [
      () => this.prepare(),
      () => this.queue.sendAll(),
      () => this.readPackage(),
      () => receiveReturned(this.client, this.entries),
      () => this.storePackageMedia(),
    ];
    // A device that is too full for the files of forms can still send, which frees space.
    for (const step of steps) await step().catch((thrown: unknown) => this.fail(thrown));
  }

  /** Begins an entry. */
  async begin(begun: NewEntry): Promise<FieldEntry> {
    const entry = newEntry({ ...begun, clockOffset: knownClockOffset(this.clock, new Date()) });
    try {
      await this.entries.add(entry);
    } catch (thrown) {
      this.fail(thrown);
      throw thrown;
    }
    return entry;
  }

  /** Stores changes of an entry. They are not sent until the present revision is stored. */
  change(instanceId: string, change: Partial<FieldEntry>): Promise<void> {
    const before = this.entries.get(instanceId);
    if (!before) return Promise.resolve();
    const { reason: _reason, reasonValues: _values, ...rest } = before;
    const next = {
      ...rest,
      ...change,
      revision: before.revision + 1,
      sendKey: uuid(),
      changed: new Date().toISOString(),
    };
    return this.entries.put(next);
  }

  /** Ids of entries to which a person has added a file, which may not be stored yet. */
  readonly receiving = new Set<string>();

  /** Stores a file of an entry on this device and returns its name, which is unique in the entry. */
  async addFile(instanceId: string, content: Blob, wanted: string): Promise<string> {
    const name = freeName(wanted, this.entries.get(instanceId)?.files ?? []);
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
    await this.change(instanceId, { files: [...(this.entries.get(instanceId)?.files ?? []), file] });
    return name;
  }

  /** Ends the visit: closes the data, or removes all of it from the device. */
  async leaveDevice(how: 'close' | 'remove'): Promise<void> {
    const { user } = this;
    await this.recordings.stopAll();
    this.hide();
    if (how === 'close') await closeFieldData();
    else if (user) await removeFieldData([user.id]);
  }

  private async openOne(signedIn: (DeviceUser & { readonly ownerKey: string }) | undefined): Promise<void> {
    // The page of an ended session waits until a person signs in.
    if (!signedIn && this.ended) return;
    const user = signedIn ? { id: signedIn.id, name: signedIn.name } : await withFieldLock('users', lastFieldUser);
    if (user?.id !== this.user?.id) {
      this.hide();
      if (signedIn) await closeFieldData({ except: signedIn.id });
      if (user) await this.openVault(user, signedIn?.ownerKey);
    }
    this.learn({ ofOthers: await closedEntriesOfOthers(user?.id), ready: true });
  }

  private async openVault(user: DeviceUser, ownerKey: string | undefined): Promise<void> {
    let vault: FieldVault;
    try {
      vault = await openFieldVault(user.id, ownerKey);
    } catch (thrown) {
      if (!(thrown instanceof VaultClosedError)) throw thrown;
      return this.learn({ closed: true });
    }
    if (ownerKey !== undefined) await setFieldUser(user);
    this.opened = vault;
    await this.entries.open(user.id, vault);
    const [stored, clock] = await Promise.all([vault.fact(PACKAGE_FACT), vault.fact(CLOCK_FACT)]);
    this.clock = clock as ClockMeasure | undefined;
    runInAction(() => {
      this.box.set(stored as FieldPackage | undefined);
      this.who.set(user);
      this.endedVisit.set(undefined);
    });
  }

  /** Shows nothing of the person. */
  private hide(): void {
    this.opened = undefined;
    this.entries.close();
    runInAction(() => {
      this.who.set(undefined);
      this.box.set(undefined);
      this.endedVisit.set(undefined);
    });
    this.learn({ closed: false });
  }

  private learn(facts: Partial<DeviceFacts>): void {
    runInAction(() => this.facts.set({ ...this.facts.get(), ...facts }));
  }

  private async prepare(): Promise<void> {
    this.learn({ persistent: await prepareOfflineUse() });
    this.clock = await measureFieldClock();
    await this.opened?.setFact(CLOCK_FACT, this.clock);
  }

  private async readPackage(): Promise<void> {
    const received = (await askServer(this.client, 'fieldPackage', {})) as FieldPackage;
    await this.opened?.setFact(PACKAGE_FACT, received);
    if (this.opened) runInAction(() => this.box.set(received));
  }

  private async storePackageMedia(): Promise<void> {
    const { opened: vault, package: stored } = this;
    if (!vault || !stored) return;
    await storeMedia(this.client, vault, stored, (done, total) => this.learn({ media: { done, total } }));
  }

  private fail(thrown: unknown): void {
    const kind = thrown instanceof DeviceFullError ? 'full' : isUnreachable(thrown) ? 'offline' : 'failed';
    runInAction(() => this.problem.set(kind));
  }
}
