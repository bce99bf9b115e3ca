// Hands the end of a session to the data that areas store on this device. A session whose time is over changes nothing, because people work
// without a connection for days.

import type { AuthState } from 'src/client/connection/authMachine.ts';
import type { ServerConnection } from 'src/client/connection/ServerConnection.ts';
import type { SessionStore } from 'src/client/stores/SessionStore.ts';

/** Data of an area that stays on this device without a connection, other than drafts and uploads. */
export interface DeviceData {
  /** Returns the number of things of the signed-in person that only this device has. */
  readonly unsent: () => Promise<number>;
  /**
   * Called when a session has ended other than by its time. Removes the data, or closes it so that it opens only after its owner has signed
   * in again. Data that the server has is removed in both cases. May be called again.
   */
  readonly leave: (how: LeaveDevice) => Promise<void>;
}

/**
 * `close` keeps what only this device has, after the person has signed out. `ended` does the same after the server has ended the session.
 * `remove` keeps nothing of the person, `clear` keeps nothing of anyone.
 */
export type LeaveDevice = 'close' | 'ended' | 'remove' | 'clear';

/** Loaders of the data of all areas. */
interface DataOfAreas {
  readonly deviceData?: Readonly<Record<string, () => Promise<DeviceData>>>;
}

/** States in which a person, or the server, has ended the session. */
const ENDED_SESSION_STATES: ReadonlySet<AuthState> = new Set(['SIGNOUT', 'OTHER_TAB_SIGNOUT', 'IDENT_FAILED']);

/** Without a connection, the code of an area loads only on a device that has used the area, so a failure means that there are no data. */
const loadAll = async ({ deviceData = {} }: DataOfAreas): Promise<readonly DeviceData[]> => {
  const loaded = await Promise.all(Object.values(deviceData).map((load) => load().catch(() => undefined)));
  return loaded.filter((data) => data !== undefined);
};

/** Returns the number of things of the signed-in person that only this device has. */
export const unsentDeviceData = async (domain: DataOfAreas): Promise<number> => {
  const counts = await Promise.all((await loadAll(domain)).map(({ unsent }) => unsent()));
  return counts.reduce((sum, count) => sum + count, 0);
};

export const leaveDeviceData = async (domain: DataOfAreas, how: LeaveDevice): Promise<void> => {
  await Promise.all((await loadAll(domain)).map(({ leave }) => leave(how)));
};

interface SessionEnds {
  readonly session: Pick<SessionStore, 'entered'>;
  readonly connection: Pick<ServerConnection, 'tokenRefused'>;
}

/** Closes the data when a session has ended without the question of sign-out. Returns the end of following. */
export const followDeviceData = (domain: DataOfAreas, { session, connection }: SessionEnds): (() => void) => {
  const close = (): void => void leaveDeviceData(domain, 'ended').catch(() => undefined);
  const stops = [
    session.entered.add((state) => {
      if (ENDED_SESSION_STATES.has(state)) close();
    }),
    connection.tokenRefused.add((reason) => {
      if (reason === 'notSignedIn') close();
    }),
  ];
  return () => stops.forEach((stop) => stop());
};
