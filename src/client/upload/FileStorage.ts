// Stores files during their upload, if the browser can, for UploadStore. The implementation (keptFiles.ts) is loaded when there is a file;
// local storage records whether this device has files of any user.

import type { Environment } from 'src/client/connection/environment.ts';
import type { LocalValues } from 'src/client/stores/LocalValues.ts';
import type { KeptFiles } from 'src/client/upload/keptFiles.ts';

interface FileStorageOptions {
  readonly environment: Environment;
  readonly values: LocalValues;
  /** Encryption key of this user's files; undefined without a signed-in user. */
  readonly userKey: () => string | undefined;
}

const MARK = 'kept-files';

export class FileStorage {
  private readonly options: FileStorageOptions;
  private opened: { readonly userKey: string; readonly files: Promise<KeptFiles> } | undefined;

  constructor(options: FileStorageOptions) {
    this.options = options;
  }

  async keep(key: string, file: File): Promise<void> {
    this.options.values.write(MARK, true);
    await (await this.files())?.keep(key, file);
  }

  /** Resolves to undefined when the file is not stored. */
  async read(key: string): Promise<File | undefined> {
    return this.holds ? (await this.files())?.read(key) : undefined;
  }

  async remove(key: string): Promise<void> {
    if (this.holds) await (await this.files())?.remove(key);
  }

  /** Removes all files of this user. */
  async removeOwn(): Promise<void> {
    if (this.holds) await (await this.files())?.removeAll();
  }

  /** Removes old files of all users, or all files. */
  async sweep(all = false): Promise<void> {
    const { environment, values } = this.options;
    if (!this.holds || !environment.databases) return;
    const { sweepKeptFiles } = await import('src/client/upload/keptFiles.ts');
    const until = all ? undefined : environment.clock.now().getTime();
    if (!(await sweepKeptFiles(environment.databases, until))) values.remove(MARK);
  }

  private get holds(): boolean {
    return this.options.values.read(MARK) === true;
  }

  private files(): Promise<KeptFiles> | undefined {
    const { environment, userKey: keyNow } = this.options;
    const { databases, uuid, clock } = environment;
    const userKey = keyNow();
    if (!databases || userKey === undefined) return undefined;
    if (this.opened?.userKey !== userKey) {
      const files = import('src/client/upload/keptFiles.ts').then(({ openKeptFiles }) =>
        openKeptFiles({ databases, uuid, userKey, now: () => clock.now().getTime() }),
      );
      this.opened = { userKey, files };
    }
    return this.opened.files;
  }
}
