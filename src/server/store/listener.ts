// One connection that listens on all channels of this process and reconnects. A notification only says that something changed: after a
// reconnect every channel is notified, since earlier notifications were not received.

import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Listener {
  listen(channel: string, onWake: () => void): Promise<() => Promise<void>>;
  end(): Promise<void>;
}

interface Options {
  readonly connection: pg.ClientConfig;
  readonly log: (message: string, error?: unknown) => void;
}

const FIRST_PAUSE = 100;
const MAX_RECONNECT_PAUSE_MS = 5000;

export const createListener = ({ connection, log }: Options): Listener => {
  const channels = new Map<string, Set<() => void>>();
  let client: Promise<pg.Client> | undefined;
  let ended = false;

  const wake = (channel: string): void => channels.get(channel)?.forEach((each) => each());

  const connect = async (): Promise<pg.Client> => {
    const fresh = new pg.Client({ ...connection, keepAlive: true });
    let lost = false;
    const lose = (error?: unknown): void => {
      if (lost || ended) return; // an error is followed by more errors and by the end
      lost = true;
      client = undefined;
      log('the listening connection was lost', error);
      void reconnect();
    };
    fresh.on('error', () => undefined); // before the connection is open, connect() itself rejects
    await fresh.connect();
    fresh.on('notification', ({ channel }) => wake(channel));
    fresh.on('error', lose);
    fresh.on('end', () => lose());
    try {
      for (const channel of channels.keys()) await fresh.query(`listen ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      lost = true; // the caller tries again
      fresh.end().catch(() => undefined);
      throw error;
    }
    return fresh;
  };

  const reconnect = async (): Promise<void> => {
    for (let pause = FIRST_PAUSE; !ended && client === undefined; pause = Math.min(2 * pause, MAX_RECONNECT_PAUSE_MS)) {
      const attempt = connect();
      client = attempt;
      try {
        await attempt;
        for (const channel of channels.keys()) wake(channel);
      } catch (error) {
        if (client === attempt) client = undefined;
        log('listening failed', error);
        await sleep(pause);
      }
    }
  };

  return {
    listen: async (channel, onWake) => {
      const listeners = channels.get(channel) ?? new Set();
      channels.set(channel, listeners.add(onWake));
      client ??= connect();
      const current = client;
      try {
        await (await current).query(`listen ${pg.escapeIdentifier(channel)}`);
      } catch (error) {
        if (client === current) client = undefined;
        listeners.delete(onWake);
        throw error;
      }
      return async () => void listeners.delete(onWake);
    },
    end: async () => {
      ended = true;
      await (await client?.catch(() => undefined))?.end().catch(() => undefined);
    },
  };
};
