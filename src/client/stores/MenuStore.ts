// Arrangement of the menu by administrators, read after every connect and after changes. Until it is known, and when it cannot be read, the
// menu has its default arrangement.

import { observable, runInAction } from 'mobx';
import type { ServerConnection } from 'src/client/connection/ServerConnection.ts';
import type { SessionStore } from 'src/client/stores/SessionStore.ts';
import type { MenuEntry } from 'src/model/menu/menuEntry.ts';

export interface Menu {
  readonly version: number;
  readonly entries: readonly MenuEntry[];
  /** Last author, for administrators. */
  readonly changed: { readonly at: string; readonly name: string } | null;
}

interface MenuStoreOptions {
  readonly connection: ServerConnection;
  readonly session: Pick<SessionStore, 'signedIn' | 'entered'>;
}

const SHIPPED_MENU: Menu = { version: 0, entries: [], changed: null };

export class MenuStore {
  private readonly options: MenuStoreOptions;
  private readonly known = observable.box<Menu | undefined>(undefined, { deep: false });
  private readonly failed = observable.box<unknown>(undefined, { deep: false });

  constructor(options: MenuStoreOptions) {
    this.options = options;
  }

  /** Undefined until it is read. Observable. */
  get menu(): Menu | undefined {
    return this.known.get();
  }

  /** Reason why the last read failed. Observable. */
  get failure(): unknown {
    return this.failed.get();
  }

  /** Observable. */
  get entries(): readonly MenuEntry[] {
    return (this.menu ?? SHIPPED_MENU).entries;
  }

  start(): () => void {
    const { connection, session } = this.options;
    const stops = [
      connection.onAuthed(() => void this.load()),
      connection.onPush('menuItems', () => void this.load()),
      session.entered.add(() => {
        if (!session.signedIn) runInAction(() => this.known.set(undefined));
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }

  async load(): Promise<void> {
    const { connection, session } = this.options;
    try {
      const answer = await connection.send('act/menuItems', {});
      runInAction(() => {
        if (session.signedIn) this.known.set(answer);
        this.failed.set(undefined);
      });
    } catch (thrown) {
      // The default menu still works; the screen of its arrangement shows the failure.
      runInAction(() => this.failed.set(thrown));
    }
  }

  /** Saves an arrangement. Throws what the server refuses; a newer arrangement than `version` is a conflict. */
  async save({ version, entries }: Omit<Menu, 'changed'>): Promise<void> {
    try {
      await this.options.connection.send('act/saveMenuItems', { version, entries });
    } finally {
      await this.load();
    }
  }
}
