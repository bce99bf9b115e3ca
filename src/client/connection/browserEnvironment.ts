// The browser as Environment. Called once by createClient. Only this file reads `window` for these folders.

import { systemClock } from 'src/base/clock.ts';
import { systemTimers } from 'src/base/timers.ts';
import { createEarlyRequests, type Early, type EarlyRequests } from 'src/client/connection/earlyRequests.ts';
import { TOKEN_KEY, type Environment, type OpenTabs, type Socket } from 'src/client/connection/environment.ts';
import { uuid } from 'src/client/connection/uuid.ts';

// Open tabs of the site: each holds a lock, which the browser releases even after a crash. Locks need a secure page; elsewhere every tab
// believes that it is the only one.
const TAB_LOCK_PREFIX = 'knowledge-keeper-tab/';
const TURN_LOCK = 'knowledge-keeper-turn';

const GIVE_UP = 'give up drafts';

const channelOver = (channel: BroadcastChannel): Pick<OpenTabs, 'giveUpDrafts' | 'onDraftsGivenUp'> => ({
  giveUpDrafts: () => channel.postMessage(GIVE_UP),
  onDraftsGivenUp: (handle) => {
    const listen = ({ data }: MessageEvent<unknown>): void => {
      if (data === GIVE_UP) handle();
    };
    channel.addEventListener('message', listen);
    return () => channel.removeEventListener('message', listen);
  },
});

const openTabs = (id: string, locks: LockManager | undefined): OpenTabs => {
  const channel = channelOver(new BroadcastChannel(TAB_LOCK_PREFIX));
  if (!locks) return { id, others: async () => new Set(), runExclusive: (run) => run(), ...channel };
  const held = new Promise<void>((resolve) => {
    locks
      .request(TAB_LOCK_PREFIX + id, () => {
        resolve();
        return new Promise<never>(() => {});
      })
      .catch(() => resolve());
  });
  return {
    id,
    others: async () => {
      await held;
      const { held: all = [] } = await locks.query();
      const ids = all.flatMap(({ name }) =>
        name?.startsWith(TAB_LOCK_PREFIX) ? [name.slice(TAB_LOCK_PREFIX.length)] : [],
      );
      return new Set(ids.filter((each) => each !== id));
    },
    runExclusive: (run) => locks.request(TURN_LOCK, run),
    ...channel,
  };
};

const openSocket = (path: string, early: EarlyRequests): Socket => {
  const url = new URL(path, window.location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  const begun = early.takeSocket(url);
  const raw = begun?.raw ?? new WebSocket(url);
  const socket: Socket = {
    sentToken: begun?.token,
    onOpen: () => {},
    onMessage: () => {},
    onClose: () => {},
    send: (text) => raw.send(text),
    close: (code, reason) => raw.close(code, reason),
  };
  // Runs before the browser delivers further events.
  queueMicrotask(() => {
    if (raw.readyState === WebSocket.OPEN) socket.onOpen();
    for (const text of begun?.received ?? []) socket.onMessage(text);
  });
  raw.addEventListener('open', () => socket.onOpen());
  raw.addEventListener('message', ({ data }) => socket.onMessage(String(data)));
  raw.addEventListener('close', ({ code, reason }) => socket.onClose(code, reason));
  return socket;
};

// Private windows and strict settings throw even on access.
const usableStorage = (name: 'localStorage' | 'sessionStorage' = 'localStorage'): Storage | undefined => {
  try {
    const storage = window[name];
    storage.setItem('probe', '1');
    storage.removeItem('probe');
    return storage;
  } catch {
    return undefined;
  }
};

const usableDatabases = (): IDBFactory | undefined => {
  try {
    return window.indexedDB;
  } catch {
    return undefined;
  }
};

/** Caches need a secure page. Storage may be refused, and is then empty. */
const wipe = async (): Promise<void> => {
  usableStorage()?.clear();
  usableStorage('sessionStorage')?.clear();
  const { caches } = window as Partial<Pick<Window, 'caches'>>;
  const names = (await caches?.keys()) ?? [];
  await Promise.all(names.map(async (name) => await caches?.delete(name)));
};

const listenTo = (type: string, handle: (event: Event) => void): (() => void) => {
  window.addEventListener(type, handle);
  return () => window.removeEventListener(type, handle);
};

/** Records when the person last used the page. */
const watchActivity = (): (() => number) => {
  let last = 0;
  const note = (): void => {
    last = Date.now();
  };
  for (const type of ['keydown', 'pointerdown', 'wheel'])
    window.addEventListener(type, note, { capture: true, passive: true });
  return () => last;
};

const media: Environment['media'] = (query, handle) => {
  const list = window.matchMedia(query);
  const onChange = (): void => handle(list.matches);
  list.addEventListener('change', onChange);
  return {
    get matches() {
      return list.matches;
    },
    stop: () => list.removeEventListener('change', onChange),
  };
};

const earlyRequests = (storage: Storage | undefined): EarlyRequests =>
  createEarlyRequests((globalThis as { early?: Early }).early, () => storage?.getItem(TOKEN_KEY) ?? null);

export const browserEnvironment = (): Environment => {
  const storage = usableStorage();
  const early = earlyRequests(storage);
  return {
    clock: systemClock,
    timers: systemTimers,
    random: Math.random,
    uuid,
    fetch: (path, init) => window.fetch(path, init),
    openSocket: (path) => openSocket(path, early),
    earlyAnswer: (o, body) => early.takeAnswer(o, body),
    storage,
    tabStorage: usableStorage('sessionStorage'),
    databases: usableDatabases(),
    tabs: openTabs(uuid(), (navigator as Partial<Navigator>).locks),
    cookies: {
      read: () => document.cookie,
      write: (cookie) => {
        document.cookie = cookie;
      },
    },
    secure: window.location.protocol === 'https:',
    reload: () => window.location.reload(),
    wipe,
    onStorage: (handle) =>
      listenTo('storage', (event) => {
        if (event instanceof StorageEvent) handle(event.key, event.newValue);
      }),
    lastActive: watchActivity(),
    onOffline: (handle) => listenTo('offline', handle),
    onAwake: (handle) => listenTo('online', handle),
    isHidden: () => document.visibilityState === 'hidden',
    onHidden: (handle) => listenTo('pagehide', handle),
    media,
  };
};
