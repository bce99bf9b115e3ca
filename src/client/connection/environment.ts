// What the client needs from the browser, as one value, so that tests and stories can give it another world.
// No other file of connection/ and stores/ touches `window`.

import type { Clock } from 'src/base/clock.ts';
import type { Timers } from 'src/base/timers.ts';
import type { Envelope } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';

/** Name of the session's token: as a header, a cookie and a value on the device. */
export const TOKEN_KEY = 'Access-Token';

/** The part of WebSocket in use. */
export interface Socket {
  /** The token that has been sent over it already, as the page opened. */
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

/** This tab among all open tabs of the site in this browser. */
export interface OpenTabs {
  readonly id: string;
  /** Ids of the others that are open now; empty where the browser does not say. */
  others(): Promise<ReadonlySet<string>>;
  /** One tab after the other runs this. */
  runExclusive(run: () => Promise<void>): Promise<void>;
  /** Notifies the other tabs that nothing unsaved shall stay on this device. */
  giveUpDrafts(): void;
  /** Another tab says so; returns the removal. */
  onDraftsGivenUp(handle: () => void): () => void;
}

export interface Environment {
  readonly clock: Clock;
  readonly timers: Timers;
  /** In [0, 1). */
  readonly random: () => number;
  readonly uuid: () => string;
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** Opens a socket to a path of this site; the handlers are set before anything can happen. */
  readonly openSocket: (path: string) => Socket;
  /** The answer to what was asked as the page opened, once; undefined when this was not. */
  readonly earlyAnswer: (o: string, body: Json | undefined) => Promise<Envelope | undefined> | undefined;
  /** Undefined where the browser refuses local storage. */
  readonly storage: KeyValueStorage | undefined;
  /** Undefined where the browser refuses databases. */
  readonly databases: IDBFactory | undefined;
  readonly tabs: OpenTabs;
  readonly cookies: { read(): string; write(cookie: string): void };
  readonly secure: boolean;
  readonly reload: () => void;
  /** Removes all that this site keeps on the device but its databases. */
  readonly wipe: () => Promise<void>;
  /** Changes of the local storage by another tab; returns the removal. */
  readonly onStorage: (handle: (key: string | null, value: string | null) => void) => () => void;
  /** When a person last pressed a key or moved something on this page, in milliseconds since 1970. */
  readonly lastActive: () => number;
  /** The device has lost its network. */
  readonly onOffline: (handle: () => void) => () => void;
  /** The network is back. */
  readonly onAwake: (handle: () => void) => () => void;
  /** Nobody looks at the page: it is in another tab, or behind. */
  readonly isHidden: () => boolean;
  /** The page goes out of sight, perhaps for good. */
  readonly onHidden: (handle: () => void) => () => void;
  readonly media: (query: string, handle: (matches: boolean) => void) => { readonly matches: boolean; stop(): void };
}
