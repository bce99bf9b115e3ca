// Uploads by the key that a draft refers to them with (`upload:{key}`). After a reload, it asks the server how much of each has arrived,
// and sends the rest of those stored on this device; the person chooses others again. Components observe it.

import { observable, reaction, runInAction } from 'mobx';
import type { ServerConnection } from 'src/client/connection/ServerConnection.ts';
import type { Environment } from 'src/client/connection/environment.ts';
import type { AlertStore } from 'src/client/stores/AlertStore.ts';
import type { DraftStore } from 'src/client/stores/DraftStore.ts';
import type { FileStorage } from 'src/client/upload/FileStorage.ts';
import type { SessionStore } from 'src/client/stores/SessionStore.ts';
import type { Json, Values } from 'src/model/item/Item.ts';
import { uploadFingerprint } from 'src/client/upload/fingerprint.ts';
import { parseUploadRef } from 'src/model/item/uploadRef.ts';

/** `missing`: the server has only a part, and this page has no file to send. */
export type UploadState = 'asking' | 'sending' | 'done' | 'failed' | 'missing';

export interface PendingUpload {
  readonly state: UploadState;
  /** Undefined until the server has reported it. */
  readonly name: string | undefined;
  readonly size: number | undefined;
  /** The server's fingerprint of a partial upload; undefined when this page has the file. */
  readonly fingerprint?: string | undefined;
  /** Bytes that the server has. */
  readonly sent: number;
  readonly file: File | undefined;
  /** Status of the failed answer; undefined when there was none. */
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
  /** True when the server may have a part of it. */
  readonly begun: boolean;
  readonly fingerprint: string | undefined;
}

export interface FileSender {
  send(what: ToSend): void;
  /** Stops the upload and removes it from the server. */
  stop(key: string): void;
  /** Stops sending. The server keeps partial uploads for the next visit of the same user. */
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

const ignoreFailure = (): void => {};

const ASKING_UPLOAD: PendingUpload = Object.freeze({
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
  /** Uploads without a form; the caller shows their completion. */
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
        fileStorage.sweep().catch(ignoreFailure);
      }),
      // Uploads of an earlier page continue on any page of the user.
      reaction(named, (keys) => keys.forEach((key) => this.get(key))),
      session.entered.add(() => {
        if (!session.signedIn) this.clear();
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }

  /** Returns an upload; asks the server about an unknown one. Observable. */
  get(key: string): PendingUpload {
    const known = this.uploads.get(key);
    if (!known && !this.asked.has(key)) void this.ask(key);
    return known ?? ASKING_UPLOAD;
  }

  /** Starts an upload and returns its key at once, so that a draft can refer to it. `quiet` omits the announcement of its completion. */
  add(file: File, { quiet = false }: { readonly quiet?: boolean } = {}): string {
    const key = this.options.environment.uuid();
    if (quiet) this.quiet.add(key);
    void this.send(key, file, false);
    this.options.fileStorage.keep(key, file).catch(ignoreFailure);
    return key;
  }

  /** Sends the rest of the present file, or of one that was chosen again. */
  retry(key: string, chosen?: File): void {
    const { file = chosen, state } = this.get(key);
    if (chosen) this.options.fileStorage.keep(key, chosen).catch(ignoreFailure);
    if (file) void this.send(key, chosen ?? file, state !== 'sending');
  }

  /** Returns whether it is the same file as the partial upload; otherwise the result would be corrupt. */
  async isSame(key: string, chosen: File): Promise<boolean> {
    const { name, size, fingerprint } = this.get(key);
    if (size === undefined) return true;
    if (chosen.size !== size || chosen.name !== name) return false;
    const own = fingerprint === undefined ? undefined : await uploadFingerprint(chosen);
    return own === undefined || own === fingerprint;
  }

  cancel(key: string): void {
    const { file } = this.get(key);
    this.set(key, undefined);
    this.asked.delete(key);
    this.letGo(key);
    if (file) void this.sender?.then((sender) => sender.stop(key));
  }

  /** Returns how many uploads in these values are incomplete. */
  unfinished(values: Values): number {
    const keys = Object.values(values).flatMap(refsIn);
    return keys.filter((key) => this.get(key).state !== 'done').length;
  }

  /** Removes the files that this device has stored, of this user or of all users. */
  async takeAway(everybody = false): Promise<void> {
    const { fileStorage } = this.options;
    await (everybody ? fileStorage.sweep(true) : fileStorage.removeOwn()).catch(ignoreFailure);
  }

  private letGo(key: string): void {
    this.options.fileStorage.remove(key).catch(ignoreFailure);
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
      const [sender, fingerprint] = await Promise.all([this.open(), uploadFingerprint(file)]);
      if (this.uploads.get(key)?.file === file) sender.send({ key, file, begun, fingerprint });
    } catch {
      // The code that sends files could not be loaded.
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
          if (!this.quiet.delete(key)) alerts.askToSave('forms.upload.arrived', { name });
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
      // Removed meanwhile, or the user has signed out.
      if (!this.asked.has(key)) return;
      this.set(key, { ...known, state: whole ? 'done' : 'missing', file: undefined, status: undefined });
      if (whole) this.letGo(key);
      else await this.sendKept(key);
    } catch {
      // Asked again when the network returns.
      this.asked.delete(key);
      this.set(key, { ...ASKING_UPLOAD, state: 'asking' });
    }
  }

  /** Sends the rest of a partial upload of an earlier page. */
  private async sendKept(key: string): Promise<void> {
    const kept = await this.options.fileStorage.read(key).catch(ignoreFailure);
    // It may have been removed or chosen again meanwhile.
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
