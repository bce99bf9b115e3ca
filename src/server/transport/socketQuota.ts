// Limits open sockets, and the bytes queued in them for clients that do not read. A socket counts for its address until it signs in, then
// for its user, so that many users behind one proxy do not exhaust the limit of its address. Per process.

import type { Limits } from 'src/server/limits.ts';

/** The place of one open socket. */
export interface SocketPlace {
  readonly signedIn: boolean;
  /** From the address to a user; false when the user has as many sockets as one may. */
  move(userId: string): boolean;
  leave(): void;
}

interface Buffering {
  readonly userId: string | undefined;
  readonly buffered: number;
  overloaded(): void;
}

export interface SocketQuota {
  /** Returns the HTTP status with which a further socket for this address is refused, or undefined if it may be opened. */
  fullFor(address: string): string | undefined;
  enter(address: string): SocketPlace;
  /** Cuts off the clients with most waiting bytes until each user, and all together, are within their limits. */
  relieve(connections: Iterable<Buffering>): void;
}

const relieve = (connections: Iterable<Buffering>, limits: Limits): void => {
  const slowest = [...connections].filter(({ buffered }) => buffered > 0).sort((a, b) => b.buffered - a.buffered);
  const sums = new Map<string | undefined, number>();
  for (const { userId, buffered } of slowest) sums.set(userId, (sums.get(userId) ?? 0) + buffered);
  let inAll = slowest.reduce((sum, { buffered }) => sum + buffered, 0);
  for (const each of slowest) {
    const { userId, buffered } = each;
    const ofUser = sums.get(userId) ?? 0;
    if (ofUser <= limits.bufferedBytesPerUser && inAll <= limits.bufferedBytesInAll) continue;
    sums.set(userId, ofUser - buffered);
    inAll -= buffered;
    each.overloaded();
  }
};

export const createSocketQuota = (limits: Limits): SocketQuota => {
  const counts = new Map<string, number>();
  let notSignedIn = 0;

  const of = (name: string): number => counts.get(name) ?? 0;

  const change = (name: string, by: 1 | -1): void => {
    const next = of(name) + by;
    if (next > 0) counts.set(name, next);
    else counts.delete(name);
  };

  return {
    fullFor(address) {
      if (of(`at ${address}`) >= limits.socketsPerAddress) return '429 Too Many Requests';
      return notSignedIn >= limits.socketsNotSignedIn ? '503 Service Unavailable' : undefined;
    },
    enter(address) {
      let user: string | undefined;
      change(`at ${address}`, 1);
      notSignedIn += 1;
      const leaveAddress = (): void => {
        change(`at ${address}`, -1);
        notSignedIn -= 1;
      };
      return {
        get signedIn() {
          return user !== undefined;
        },
        move(userId) {
          if (of(userId) >= limits.socketsPerUser) return false;
          leaveAddress();
          change(userId, 1);
          user = userId;
          return true;
        },
        leave() {
          if (user === undefined) leaveAddress();
          else change(user, -1);
        },
      };
    },
    relieve: (connections) => relieve(connections, limits),
  };
};
