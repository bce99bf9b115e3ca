// A separate browser environment for each scripted client. Clients share nothing with each other or with the real page.

import { systemClock } from 'src/base/clock.ts';
import { systemTimers } from 'src/base/timers.ts';
import type { KeyValueStorage, Environment } from 'src/client/connection/environment.ts';
import type { ScriptedServer } from 'stories/scripted/ScriptedServer.ts';

export const memoryStorage = (): KeyValueStorage => {
  const texts = new Map<string, string>();
  return {
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, value) => void texts.set(key, value),
    removeItem: (key) => void texts.delete(key),
  };
};

/** Cookies by name. */
const memoryCookies = (): Environment['cookies'] => {
  const kept = new Map<string, string>();
  return {
    read: () => [...kept].map(([name, value]) => `${name}=${value}`).join('; '),
    write: (cookie) => {
      const [pair = ''] = cookie.split(';', 1);
      const [name = '', value = ''] = pair.split('=');
      if (value === '') kept.delete(name);
      else kept.set(name, value);
    },
  };
};

export const scriptedEnvironment = (server: ScriptedServer, own: Partial<Environment> = {}): Environment => {
  let count = 0;
  return {
    clock: systemClock,
    timers: systemTimers,
    random: () => 0,
    uuid: () => {
      count += 1;
      return `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`;
    },
    fetch: (path, init) => server.fetch(path, init),
    openSocket: server.openSocket,
    earlyAnswer: () => undefined,
    storage: memoryStorage(),
    databases: undefined,
    tabs: {
      id: 'tab',
      others: async () => new Set(),
      runExclusive: (run) => run(),
      giveUpDrafts: () => {},
      onDraftsGivenUp: () => () => {},
    },
    cookies: memoryCookies(),
    secure: false,
    reload: () => {},
    wipe: async () => {},
    onStorage: () => () => {},
    lastActive: () => 0,
    onOffline: () => () => {},
    onAwake: () => () => {},
    isHidden: () => false,
    onHidden: () => () => {},
    media: () => ({ matches: true, stop: () => {} }),
    ...own,
  };
};
