// Hands the end of a session to the data that areas store on this device. A session whose time is over changes nothing, because people work
// without a connection for days.

import type { ClientDomain, DeviceData, LeaveDevice } from 'src/client/ClientDomain.ts';
import type { AuthState } from 'src/client/connection/authMachine.ts';
import type { ServerConnection } from 'src/client/connection/ServerConnection.ts';
import type { SessionStore } from 'src/client/stores/SessionStore.ts';

/** States in which a person, or the server, has ended the session. */
const ENDED_SESSION_STATES: ReadonlySet<AuthState> = new Set(['SIGNOUT', 'OTHER_TAB_SIGNOUT', 'IDENT_FAILED']);

/** Without a connection, the code of an area loads only on a device that has used the area, so a failure means that there are no data. */
const loadAll = async ({ deviceData = {} }: Pick<ClientDomain, 'deviceData'>): Promise<readonly DeviceData[]> => {
  const loaded = await Promise.all(Object.values(deviceData).map((load) => load().catch(() => undefined)));
  return loaded.filter((data) => data !== undefined);
};

/** Returns the number of things of the signed-in person that only this device has. */
export const unsentDeviceData = async (domain: Pick<ClientDomain, 'deviceData'>): Promise<number> => {
  const counts = await Promise.all((await loadAll(domain)).map(({ unsent }) => unsent()));
  return counts.reduce((sum, count) => sum + count, 0);
};

export const leaveDeviceData = async (domain: Pick<ClientDomain, 'deviceData'>, how: LeaveDevice): Promise<void> => {
  await Promise.all((await loadAll(domain)).map(({ leave }) => leave(how)));
};

interface SessionEnds {
  readonly session: Pick<SessionStore, 'entered'>;
  readonly connection: Pick<ServerConnection, 'tokenRefused'>;
}

/** Closes the data when a session has ended without the question of sign-out. Returns the end of following. */
export const followDeviceData = (
  domain: Pick<ClientDomain, 'deviceData'>,
  { session, connection }: SessionEnds,
): (() => void) => {
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
