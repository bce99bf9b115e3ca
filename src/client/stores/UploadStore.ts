// Files on their way to the server, by the key that a draft names them with (`upload:{key}`). After a reload it asks the server how
// far each one is and sends the rest of those that this device has kept; others a person chooses again. Components observe.

import { observable, reaction, runInAction } from 'mobx';
import type { ServerConnection } from 'src/client/connection/ServerConnection.ts';
import type { Environment } from 'src/client/connection/environment.ts';
import type { AlertStore } from 'src/client/stores/AlertStore.ts';
import type { DraftStore } from 'src/client/stores/DraftStore.ts';
import type { FileStorage } from 'src/client/stores/FileStorage.ts';
import type { SessionStore } from 'src/client/stores/SessionStore.ts';
import type { Json, Values } from 'src/model/item/Item.ts';
import { fingerprintOf } from 'src/client/upload/fingerprint.ts';
import { parseUploadRef } from 'src/model/item/uploadRef.ts';

/** `missing`: the server has not all of it, and this page has no file to send. */
export type UploadState = 'asking' | 'sending' | 'done' | 'failed' | 'missing';

export interface PendingUpload {
  readonly state: UploadState;
  /** Undefined until the server has said it. */
  readonly name: string | undefined;
  readonly size: number | undefined;
  /** What the server keeps of the file that was begun; undefined where this page has the file. */
  readonly fingerprint?: string | undefined;
  /** Bytes that the server has. */
  readonly sent: number;
  readonly file: File | undefined;
  /** Of the answer that it failed with; undefined when none came. */
  readonly status: number | undefined;
}

export interface SenderOptions {
  readonly token: () => string | undefined;
  readonly onProgress: (key: string, sent: number) => void;
  readonly onDone: (key: string) => void;
  readonly onFailed: (key: string, status: number | undefined) => void;
}

export interface ToSend {
  readonly key: string;
  readonly file: File;
  /** The server may have a part of it. */
  readonly begun: boolean;
  readonly fingerprint: string | undefined;
}

export interface FileSender {
  send(what: ToSend): void;
  /** Also on the server. */
  stop(key: string): void;
  /** What the server has stays there, for the next visit of the same user. */
  end(): void;
}

interface UploadStoreOptions {
  readonly environment: Environment;
  readonly connection: ServerConnection;
  readonly session: SessionStore;
  readonly alerts: AlertStore;
  readonly drafts: Pick<DraftStore, 'dirty'>;
  readonly fileStorage: FileStorage;
  readonly token: () => string | undefined;
}

const ignore = (): void => {};

const ASKING: PendingUpload = Object.freeze({
  state: 'asking',
  name: undefined,
  size: undefined,
  sent: 0,
  file: undefined,
  status: undefined,
});

const refsIn = (value: Json | undefined): string[] =>
  [value].flat().flatMap((each) => (typeof each === 'string' ? (parseUploadRef(each)?.key ?? []) : []));

export class UploadStore {
  private readonly options: UploadStoreOptions;
  private readonly uploads = observable.map<string, PendingUpload>(undefined, { deep: false });
  private readonly asked = new Set<string>();
  /** What no form takes: whoever sends it shows that it has arrived. */
  private readonly quiet = new Set<string>();
  private sender: Promise<FileSender> | undefined;

  constructor(options: UploadStoreOptions) {
    this.options = options;
  }

  start(): () => void {
    const { environment, connection, session, drafts, fileStorage } = this.options;
    const named = (): readonly string[] => drafts.dirty.flatMap(({ values }) => Object.values(values).flatMap(refsIn));
    const stops = [
      environment.onAwake(() => this.goOn()),
      connection.onAuthed(() => {
        this.goOn();
        fileStorage.sweep().catch(ignore);
      }),
      // What an earlier page has begun goes on wherever its user is now.
      reaction(named, (keys) => keys.forEach((key) => this.get(key))),
      session.entered.add(() => {
        if (!session.signedIn) this.clear();
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }

  /** Observable; asks the server for one that this page does not know. */
  get(key: string): PendingUpload {
    const known = this.uploads.get(key);
    if (!known && !this.asked.has(key)) void this.ask(key);
    return known ?? ASKING;
  }

  /** Begins to send; the key is there at once, so that a draft can name it. `quiet`: its arrival is not announced. */
  add(file: File, { quiet = false }: { readonly quiet?: boolean } = {}): string {
    const key = this.options.environment.uuid();
    if (quiet) this.quiet.add(key);
    void this.send(key, file, false);
    this.options.fileStorage.keep(key, file).catch(ignore);
    return key;
  }

  /** Sends the rest: of the file at hand, or of the one that was chosen again. */
  retry(key: string, chosen?: File): void {
    const { file = chosen, state } = this.get(key);
    if (chosen) this.options.fileStorage.keep(key, chosen).catch(ignore);
    if (file) void this.send(key, chosen ?? file, state !== 'sending');
  }

  /** Whether it is the file whose beginning the server has: the rest of another one would be added to it. */
  async isSame(key: string, chosen: File): Promise<boolean> {
    const { name, size, fingerprint } = this.get(key);
    if (size === undefined) return true;
    if (chosen.size !== size || chosen.name !== name) return false;
    const own = fingerprint === undefined ? undefined : await fingerprintOf(chosen);
    return own === undefined || own === fingerprint;
  }

  cancel(key: string): void {
    const { file } = this.get(key);
    this.set(key, undefined);
    this.asked.delete(key);
    this.letGo(key);
    if (file) void this.sender?.then((sender) => sender.stop(key));
  }

  /** How many that these values name are not all there. */
  unfinished(values: Values): number {
    const keys = Object.values(values).flatMap(refsIn);
    return keys.filter((key) => this.get(key).state !== 'done').length;
  }

  /** Removes the files that this device has kept: of this user, or of everybody. */
  async takeAway(everybody = false): Promise<void> {
    const { fileStorage } = this.options;
    await (everybody ? fileStorage.sweep(true) : fileStorage.removeOwn()).catch(ignore);
  }

  private letGo(key: string): void {
    this.options.fileStorage.remove(key).catch(ignore);
  }

  private set(key: string, upload: PendingUpload | undefined): void {
    runInAction(() => {
      if (upload) this.uploads.set(key, Object.freeze(upload));
      else this.uploads.delete(key);
    });
  }

  private change(key: string, change: Partial<PendingUpload>): void {
    const known = this.uploads.get(key);
    if (known) this.set(key, { ...known, ...change });
  }

  private async send(key: string, file: File, begun: boolean): Promise<void> {
    this.asked.add(key);
    const { sent = 0 } = this.uploads.get(key) ?? {};
    this.set(key, { state: 'sending', name: file.name, size: file.size, sent, file, status: undefined });
    try {
      const [sender, fingerprint] = await Promise.all([this.open(), fingerprintOf(file)]);
      if (this.uploads.get(key)?.file === file) sender.send({ key, file, begun, fingerprint });
    } catch {
      // The part of the program that sends could not be loaded.
      this.sender = undefined;
      this.change(key, { state: 'failed' });
    }
  }

  private open(): Promise<FileSender> {
    const { token, alerts } = this.options;
    this.sender ??= import('src/client/upload/fileSender.ts').then(({ createFileSender }) =>
      createFileSender({
        token,
        onProgress: (key, sent) => this.change(key, { sent }),
        onDone: (key) => {
          const { name = '', size = 0 } = this.uploads.get(key) ?? {};
          this.change(key, { state: 'done', sent: size });
          this.letGo(key);
          if (!this.quiet.delete(key)) alerts.info('forms.upload.arrived', { name });
        },
        onFailed: (key, status) => this.change(key, { state: 'failed', status }),
      }),
    );
    return this.sender;
  }

  private async ask(key: string): Promise<void> {
    const { environment, token } = this.options;
    this.asked.add(key);
    try {
      const { askUpload } = await import('src/client/upload/askUpload.ts');
      const { whole, ...known } = await askUpload(environment.fetch, key, token());
      // Removed meanwhile, or its user has signed out.
      if (!this.asked.has(key)) return;
      this.set(key, { ...known, state: whole ? 'done' : 'missing', file: undefined, status: undefined });
      if (whole) this.letGo(key);
      else await this.sendKept(key);
    } catch {
      // Asked again when the line is back.
      this.asked.delete(key);
      this.set(key, { ...ASKING, state: 'asking' });
    }
  }

  /** The rest of a file that an earlier page has begun. */
  private async sendKept(key: string): Promise<void> {
    const kept = await this.options.fileStorage.read(key).catch(ignore);
    // Meanwhile it may have been removed, or chosen again.
    if (kept && this.uploads.get(key)?.state === 'missing' && (await this.isSame(key, kept)))
      void this.send(key, kept, true);
  }

  private goOn(): void {
    for (const [key, { state, file, status }] of this.uploads) {
      if (state === 'failed' && file && status === undefined) this.retry(key);
      if (state === 'asking') void this.ask(key);
    }
  }

  private clear(): void {
    void this.sender?.then((sender) => sender.end());
    this.sender = undefined;
    this.asked.clear();
    runInAction(() => this.uploads.clear());
  }
}
