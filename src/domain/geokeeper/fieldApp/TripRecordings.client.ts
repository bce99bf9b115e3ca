// The trips that are being recorded. A recording goes on while the page is open, also while a record on the way is filled in, and continues
// after a reload. Only one tab records a trip.

import { observable, reaction, runInAction } from 'mobx';
import type { FieldEntries } from 'src/domain/geokeeper/fieldApp/FieldEntries.client.ts';
import { holdFieldLock } from 'src/domain/geokeeper/fieldApp/fieldLocks.client.ts';
import type { FieldVault } from 'src/domain/geokeeper/fieldApp/FieldVault.client.ts';
import { TripRecorder } from 'src/domain/geokeeper/fieldApp/TripRecorder.client.ts';

/** Positions after which the entry is stored. The positions themselves are stored more often. */
const STORE_EVERY = 20;

interface Running {
  readonly release: () => void;
  recorder: TripRecorder | undefined;
}

export class TripRecordings {
  private readonly entries: FieldEntries;
  private readonly vault: () => FieldVault | undefined;
  private readonly running = new Map<string, Running>();
  private readonly failing = observable.map<string, true>();

  constructor(entries: FieldEntries, vault: () => FieldVault | undefined) {
    this.entries = entries;
    this.vault = vault;
  }

  /** Starts and ends recordings as the states of the trips say. Returns the end of following. */
  follow(): () => void {
    const stopFollowing = reaction(
      () =>
        this.entries.all
          .filter(({ progress, state }) => progress?.state === 'recording' && state === 'draft')
          .map(({ instanceId }) => instanceId)
          .join(' '),
      (key) => this.adjust(key === '' ? [] : key.split(' ')),
      { fireImmediately: true },
    );
    return () => {
      stopFollowing();
      this.adjust([]);
    };
  }

  /** True while the device gives no position for the trip. Observable. */
  hasFailed(instanceId: string): boolean {
    return this.failing.has(instanceId);
  }

  /** Ends the recording of a trip in this tab. Resolves when all of its positions are stored. */
  async stop(instanceId: string): Promise<void> {
    const run = this.running.get(instanceId);
    if (!run) return;
    this.running.delete(instanceId);
    try {
      await run.recorder?.stop();
    } finally {
      run.release();
      runInAction(() => this.failing.delete(instanceId));
    }
  }

  /** Ends all recordings of this tab, which continue when their trips are shown again. */
  async stopAll(): Promise<void> {
    await Promise.all([...this.running.keys()].map((id) => this.stop(id)));
  }

  private adjust(wanted: readonly string[]): void {
    for (const id of this.running.keys()) if (!wanted.includes(id)) void this.stop(id);
    for (const id of wanted) if (!this.running.has(id)) this.start(id);
  }

  private start(instanceId: string): void {
    const run: Running = {
      recorder: undefined,
      release: holdFieldLock(`record-${instanceId}`, () => this.record(instanceId)),
    };
    this.running.set(instanceId, run);
  }

  private async record(instanceId: string): Promise<void> {
    const vault = this.vault();
    await this.entries.refresh(instanceId);
    const progress = this.entries.get(instanceId)?.progress;
    if (!vault || !progress) return;
    const recorder = await TripRecorder.open({
      ...{ vault, instanceId, progress, geolocation: navigator.geolocation },
      onProgress: (now) => {
        const entry = this.entries.get(instanceId);
        if (!entry) return;
        runInAction(() => this.failing.delete(instanceId));
        // Positions are no change of the entry, so they have no revision.
        const next = { ...entry, progress: { ...now, state: entry.progress?.state ?? now.state } };
        if (now.points % STORE_EVERY === 0) void this.entries.put(next);
        else this.entries.show(next);
      },
      onFailure: () => runInAction(() => this.failing.set(instanceId, true)),
    });
    // The recording may have ended meanwhile.
    const run = this.running.get(instanceId);
    if (!run) return;
    run.recorder = recorder;
    recorder.start();
  }
}
