// The field data of this device at the end of a session: sent entries are removed, others stay encrypted until their person signs in again.

import type { DeviceData } from 'src/client/extendFrame.ts';
import { unsentEntries } from 'src/domain/geokeeper/fieldApp/fieldEntry.ts';
import { withFieldLock } from 'src/domain/geokeeper/fieldApp/fieldLocks.client.ts';
import { closeFieldUser, fieldUserIds, openFieldUserIds } from 'src/domain/geokeeper/fieldApp/fieldUsers.client.ts';
import { openFieldVault, removeFieldVault, VaultClosedError } from 'src/domain/geokeeper/fieldApp/FieldVault.client.ts';

const CLOSING_CHANNEL = 'knowledge-keeper-field-users';

/** Tells all open field pages that the data of a person is closed. */
export interface ClosedData {
  readonly userId: string;
  /** True when the server has ended the session, so that the person may be at the device. */
  readonly ended: boolean;
}

const publishClosed = (closed: ClosedData): void => {
  const channel = new BroadcastChannel(CLOSING_CHANNEL);
  channel.postMessage(closed);
  channel.close();
};

/** Calls the function when the data of a person is closed, in any tab. Returns the end of following. */
export const followClosedData = (handle: (closed: ClosedData) => void): (() => void) => {
  const channel = new BroadcastChannel(CLOSING_CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<ClosedData>) => handle(data);
  return () => channel.close();
};

const removeData = async (userId: string, ended: boolean): Promise<void> => {
  await closeFieldUser(userId, undefined);
  publishClosed({ userId, ended });
  await removeFieldVault(userId);
};

/** Removes data that the server has, and otherwise the key that opens it without its person. */
const closeData = async (userId: string, ended: boolean): Promise<void> => {
  const vault = await openFieldVault(userId).catch((thrown: unknown) => {
    if (thrown instanceof VaultClosedError) return undefined;
    throw thrown;
  });
  if (!vault) return;
  const unsent = unsentEntries(await vault.entries()).length;
  if (unsent > 0) {
    await vault.dropKey();
    await closeFieldUser(userId, unsent);
    publishClosed({ userId, ended });
  }
  vault.close();
  if (unsent === 0) await removeData(userId, ended);
};

/** Closes the data of everyone but one person. All tabs that learn of the end of a session call it; one does it. */
export const closeFieldData = (options: { readonly except?: string; readonly ended?: boolean } = {}): Promise<void> =>
  withFieldLock('users', async () => {
    for (const id of await openFieldUserIds()) if (id !== options.except) await closeData(id, options.ended === true);
  });

export const removeFieldData = (userIds: readonly string[]): Promise<void> =>
  withFieldLock('users', async () => {
    for (const id of userIds) await removeData(id, false);
  });

export const fieldDeviceData: DeviceData = {
  async unsent() {
    const counts = await Promise.all(
      (await openFieldUserIds()).map(async (id) => {
        const vault = await openFieldVault(id);
        try {
          return unsentEntries(await vault.entries()).length;
        } finally {
          vault.close();
        }
      }),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  },
  async leave(how) {
    if (how === 'close' || how === 'ended') await closeFieldData({ ended: how === 'ended' });
    else await removeFieldData(how === 'clear' ? await fieldUserIds() : await openFieldUserIds());
  },
};
