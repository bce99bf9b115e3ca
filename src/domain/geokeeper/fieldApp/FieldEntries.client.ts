// The entries of this device, shown at once and stored in their order of change. Several tabs share them: each stored change is merged with
// what another tab has stored, and announced to the other tabs.

import { observable, runInAction } from 'mobx';
import { type FieldEntry, mergedEntry } from 'src/domain/geokeeper/fieldApp/fieldEntry.ts';
import { withFieldLock } from 'src/domain/geokeeper/fieldApp/fieldLocks.client.ts';
import type { FieldVault } from 'src/domain/geokeeper/fieldApp/FieldVault.client.ts';

const ENTRY_CHANNEL = 'knowledge-keeper-field-entries';

export class FieldEntries {
  private readonly shown = observable.map<string, FieldEntry>(undefined, { deep: false });
  private readonly onFailure: (thrown: unknown) => void;
  private readonly pending = new Map<string, Promise<void>>();
  private vault: FieldVault | undefined;
  private channel: BroadcastChannel | undefined;
  private writes: Promise<void> = Promise.resolve();

  constructor(onFailure: (thrown: unknown) => void) {
    this.onFailure = onFailure;
  }

  /** The entries, the one that was changed last first. Observable. */
  get all(): readonly FieldEntry[] {
    return [...this.shown.values()].toSorted((one, other) => other.changed.localeCompare(one.changed));
  }

  get(instanceId: string): FieldEntry | undefined {
    return this.shown.get(instanceId);
  }

  /** Shows the entries of a vault, or none. */
  async open(userId: string, vault: FieldVault): Promise<void> {
    this.close();
    this.vault = vault;
    const entries = await vault.entries();
    runInAction(() => this.shown.replace(entries.map((entry) => [entry.instanceId, entry])));
    this.channel = new BroadcastChannel(`${ENTRY_CHANNEL}-${userId}`);
    this.channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'string') void this.refresh(data).catch(this.onFailure);
    };
  }

  close(): void {
    this.channel?.close();
    this.channel = undefined;
    this.vault = undefined;
    this.pending.clear();
    runInAction(() => this.shown.clear());
  }

  /** Reads an entry that another tab has changed. Changes of this tab that are not stored yet stay. */
  async refresh(instanceId: string): Promise<void> {
    const stored = await this.vault?.entry(instanceId);
    const mine = this.get(instanceId);
    runInAction(() => {
      if (stored) this.shown.set(instanceId, mine ? mergedEntry(mine, stored) : stored);
      else if (!this.pending.has(instanceId)) this.shown.delete(instanceId);
    });
  }

  /** Stores a new entry. */
  async add(entry: FieldEntry): Promise<void> {
    await this.vault?.putEntry(entry);
    runInAction(() => this.shown.set(entry.instanceId, entry));
    this.announce(entry.instanceId);
  }

  /** Shows a state of an entry that is not worth a write. */
  show(entry: FieldEntry): void {
    runInAction(() => this.shown.set(entry.instanceId, entry));
  }

  /** Shows an entry at once and stores it. Changes that follow each other quickly are stored together. */
  put(entry: FieldEntry): Promise<void> {
    const { instanceId } = entry;
    this.show(entry);
    const waiting = this.pending.get(instanceId);
    if (waiting) return waiting;
    const { vault } = this;
    const stored = this.writes
      .then(() => this.write(instanceId))
      .catch((thrown: unknown) => {
        // Data that was closed meanwhile takes no further writes.
        if (vault && vault === this.vault) this.onFailure(thrown);
      });
    this.pending.set(instanceId, stored);
    this.writes = stored;
    return stored;
  }

  /** Resolves once the changes made so far are stored, or could not be. */
  allStored(): Promise<void> {
    return this.writes;
  }

  async remove(instanceId: string): Promise<void> {
    await this.vault?.removeEntry(instanceId);
    runInAction(() => this.shown.delete(instanceId));
    this.announce(instanceId);
  }

  private async write(instanceId: string): Promise<void> {
    const { vault } = this;
    this.pending.delete(instanceId);
    if (!vault) return;
    await withFieldLock(`write-${instanceId}`, async () => {
      const [stored, mine] = [await vault.entry(instanceId), this.get(instanceId)];
      // Another tab has removed it.
      if (!mine || !stored) return;
      const merged = mergedEntry(mine, stored);
      await vault.putEntry(merged);
      if (this.get(instanceId) === mine) this.show(merged);
    });
    this.announce(instanceId);
  }

  private announce(instanceId: string): void {
    this.channel?.postMessage(instanceId);
  }
}
