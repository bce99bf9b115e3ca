// The age of the copies on this device, over a scripted server and a real database engine.
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, it, vi } from 'vitest';
import { systemTimers, type Timers } from 'src/base/timers.ts';
import { OfflineStorage } from 'src/client/stores/OfflineStorage.ts';
import { signedInClient } from 'tests/client/startClient.ts';

const HOUR_MS = 3_600_000;

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

/** Returns the time from which the age of the copies is counted, in milliseconds since 1970. */
const confirmedAt = async (): Promise<number | undefined> => {
  const storage = await OfflineStorage.open();
  const person = await storage.get('person', 'person');
  storage.close();
  return person?.at;
};

it('[CONN-05] counts the age of the copies from the last hour of a connection, however long it lasted', async () => {
  let now = Date.parse('2026-05-04T08:00:00Z');
  const hourly: (() => void)[] = [];
  // An hour passes when the test says so; other delays are short.
  const timers: Timers = {
    after: (milliseconds, run) => {
      if (milliseconds !== HOUR_MS) return systemTimers.after(Math.min(milliseconds, 10), run);
      hourly.push(run);
      return () => void hourly.splice(hourly.indexOf(run) >>> 0, 1);
    },
  };
  const clock = { now: () => new Date(now) };
  const client = await signedInClient({ environment: { clock, timers, databases: indexedDB } });
  await vi.waitFor(async () => expect(await confirmedAt()).toBe(now));
  for (let hour = 1; hour <= 30; hour += 1) {
    now += HOUR_MS;
    hourly.shift()?.();
  }
  await vi.waitFor(async () => expect(await confirmedAt()).toBe(now));
  client.server.goOffline();
  await vi.waitFor(() => expect(hourly).toEqual([]));
});
