// Browser functions that the client needs, as one value, so that tests and stories can replace them. No other file of connection/ and
// stores/ accesses `window`.

import type { Clock } from 'src/base/clock.ts';
import type { Timers } from 'src/base/timers.ts';
import type { Envelope } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';

/** Name of the session's token in headers, cookies and local storage. */
export const TOKEN_KEY = 'Access-Token';

/** Members of WebSocket that are used. */
export interface Socket {
  /** Token that was sent over it while the page was loading. */
  readonly sentToken?: string | undefined;
  onOpen: () => void;
  onMessage: (text: string) => void;
  onClose: (code: number, reason: string) => void;
  send(text: string): void;
  close(code?: number, reason?: string): void;
}

export interface KeyValueStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Coordination of the open tabs of the site in this browser. */
export interface OpenTabs {
  readonly id: string;
  /** Returns the ids of the other open tabs; empty when the browser cannot tell. */
  others(): Promise<ReadonlySet<string>>;
  /** Runs code in one tab at a time. */
  runExclusive(run: () => Promise<void>): Promise<void>;
  /** Asks the other tabs to remove all unsaved changes from this device. */
  giveUpDrafts(): void;
  /** Registers a handler for this request of another tab and returns the function that removes it. */
  onDraftsGivenUp(handle: () => void): () => void;
}

export interface Environment {
  readonly clock: Clock;
  readonly timers: Timers;
  /** Returns a random number in [0, 1). */
  readonly random: () => number;
  readonly uuid: () => string;
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** Opens a socket to a path of this site. The handlers are set before any event. */
  readonly openSocket: (path: string) => Socket;
  /** Returns the answer to a request that was sent while the page was loading, once, or undefined. */
  readonly earlyAnswer: (o: string, body: Json | undefined) => Promise<Envelope | undefined> | undefined;
  /** Undefined when the browser refuses local storage. */
  readonly storage: KeyValueStorage | undefined;
  /** Storage of this tab, which a reload keeps. */
  readonly tabStorage?: KeyValueStorage | undefined;
  /** Undefined when the browser refuses databases. */
  readonly databases: IDBFactory | undefined;
  readonly tabs: OpenTabs;
  readonly cookies: { read(): string; write(cookie: string): void };
  readonly secure: boolean;
  readonly reload: () => void;
  /** Removes all data of this site from the device except databases. */
  readonly wipe: () => Promise<void>;
  /** Registers a handler for changes of the local storage by another tab and returns the function that removes it. */
  readonly onStorage: (handle: (key: string | null, value: string | null) => void) => () => void;
  /** Returns when the person last pressed a key or moved the pointer on this page, in milliseconds since 1970. */
  readonly lastActive: () => number;
  /** Registers a handler for the loss of the network. */
  readonly onOffline: (handle: () => void) => () => void;
  /** Registers a handler for the return of the network. */
  readonly onAwake: (handle: () => void) => () => void;
  /** Returns true when the page is not visible: in another tab, or covered. */
  readonly isHidden: () => boolean;
  /** Registers a handler that is called when the page becomes invisible; it may never become visible again. */
  readonly onHidden: (handle: () => void) => () => void;
  readonly media: (query: string, handle: (matches: boolean) => void) => { readonly matches: boolean; stop(): void };
}
