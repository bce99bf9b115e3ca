// Sends what waits on this device. A refused entry is explained and lets the others pass; a lost connection ends the round.

import { observable, runInAction } from 'mobx';
import type { Client } from 'src/client/extendFrame.ts';
import { uuid } from 'src/client/extendDevice.ts';
import { type SendingParts, sendEntry } from 'src/domain/geokeeper/fieldApp/EntrySender.client.ts';
import { awaitsTrip, entriesToSend, type FieldEntry } from 'src/domain/geokeeper/fieldApp/fieldEntry.ts';
import type { FieldEntries } from 'src/domain/geokeeper/fieldApp/FieldEntries.client.ts';
import { withFreeFieldLock } from 'src/domain/geokeeper/fieldApp/fieldLocks.client.ts';
import { sendingOutcome } from 'src/domain/geokeeper/fieldApp/sendingOutcome.client.ts';

/** Times that the files of an entry are sent from their beginning in one round. */
const MAX_RESTARTS = 2;

interface FieldQueueOptions {
  readonly client: Pick<Client, 'session'>;
  readonly entries: FieldEntries;
  readonly parts: () => SendingParts | undefined;
}

export class FieldQueue {
  private readonly options: FieldQueueOptions;
  private readonly progress = observable.map<string, number>();
  /** Entries that the server could not take in the last round. */
  private readonly postponed = observable.set<string>();

  constructor(options: FieldQueueOptions) {
    this.options = options;
  }

  /** The entries that are not sent, in the order of sending. Observable. */
  get waiting(): readonly FieldEntry[] {
    return entriesToSend(this.options.entries.all, new Date());
  }

  /** Share of the files that is sent; undefined while the entry is not being sent. */
  shareSent(instanceId: string): number | undefined {
    return this.progress.get(instanceId);
  }

  isPostponed(instanceId: string): boolean {
    return this.postponed.has(instanceId);
  }

  /** Sends all that waits. Only one tab of the browser sends at a time. */
  sendAll(): Promise<void> {
    return withFreeFieldLock('send', () => this.sendEach());
  }

  private async sendEach(): Promise<void> {
    const tried = new Set<string>();
    const restarts = new Map<string, number>();
    for (;;) {
      const { all } = this.options.entries;
      const entry = this.waiting.find((each) => !tried.has(each.sendKey) && !awaitsTrip(each, all));
      if (!entry || !this.options.client.session.user) return;
      tried.add(entry.sendKey);
      const count = restarts.get(entry.instanceId) ?? 0;
      restarts.set(entry.instanceId, count + 1);
      if (!(await this.trySending(entry, count < MAX_RESTARTS))) return;
    }
  }

  /** Returns false when no other entry can be sent at present. */
  private async trySending(entry: FieldEntry, mayRestart: boolean): Promise<boolean> {
    const { instanceId } = entry;
    try {
      await this.sendOne(entry);
      runInAction(() => this.postponed.delete(instanceId));
      return true;
    } catch (thrown) {
      const outcome = sendingOutcome(thrown, entry);
      if (outcome.kind === 'stop') return false;
      if (outcome.kind === 'refused') await this.refuse(entry, outcome);
      else if (outcome.kind === 'restart' && mayRestart) await this.restart(entry, outcome.files);
      else runInAction(() => this.postponed.add(instanceId));
      return true;
    } finally {
      runInAction(() => this.progress.delete(instanceId));
    }
  }

  private async sendOne(entry: FieldEntry): Promise<void> {
    const { entries } = this.options;
    const { instanceId } = entry;
    const parts = this.options.parts();
    if (!parts) return;
    runInAction(() => this.progress.set(instanceId, 0));
    const sent = await sendEntry(entry, parts, (share) => runInAction(() => this.progress.set(instanceId, share)));
    const now = entries.get(instanceId);
    if (!now) return;
    // The person may have continued meanwhile: then only the files and the track are known to have arrived.
    const { sentPoints, trackSent } = sent;
    const track = { ...(sentPoints === undefined ? {} : { sentPoints }), ...(trackSent ? { trackSent } : {}) };
    const files = now.files.map((file) => sent.files.find(({ name }) => name === file.name) ?? file);
    const isSame = now.revision === entry.revision && now.state === entry.state;
    // A recording goes on while its draft is sent.
    const progress = now.progress ? { progress: now.progress } : {};
    await entries.put(isSame ? { ...sent, ...progress } : { ...now, ...track, files });
  }

  /** Gives files another upload, because the server no longer has what was sent of them. */
  private async restart({ instanceId }: FieldEntry, names: readonly string[]): Promise<void> {
    const now = this.options.entries.get(instanceId);
    if (!now) return;
    const files = now.files.map((file) =>
      names.includes(file.name) ? { ...file, upload: uuid(), sent: false } : file,
    );
    await this.options.entries.put({ ...now, files, sendKey: uuid() });
  }

  private async refuse(
    entry: FieldEntry,
    { reason, values }: { readonly reason: string; readonly values?: FieldEntry['reasonValues'] },
  ): Promise<void> {
    const now = this.options.entries.get(entry.instanceId);
    if (now?.revision !== entry.revision) return;
    const refused = { ...now, reason, ...(values ? { reasonValues: values } : {}) };
    // A refused draft can still be changed, and is tried again with its next change.
    await this.options.entries.put(
      entry.state === 'draft' ? { ...refused, sentRevision: now.revision } : { ...refused, state: 'refused' },
    );
  }
}
