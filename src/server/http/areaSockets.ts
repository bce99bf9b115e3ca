// Sockets of areas: addresses with a protocol of their own. The transport opens them for the site's own pages only, signs them in, limits
// them, and closes them with their session.

import type { LiveSession } from 'src/server/context.ts';

/** A signed-in socket, as the code of the area uses it. */
export interface AreaConnection {
  readonly query: URLSearchParams;
  /** Returns the session with the present rights. */
  session(): LiveSession;
  /** Sends a frame: text, or bytes as a binary frame. Closes a client that does not read. */
  send(frame: string | Uint8Array): void;
  close(code: number, reason: string): void;
  /** Counts a refused frame. A socket with many of them is closed. */
  refuse(): void;
}

export interface AreaSocketHandler {
  message(data: Buffer, isBinary: boolean): void;
  /** The rights of the person may have changed. */
  renewed(session: LiveSession): void;
  /** The session has ended; the socket closes. */
  signedOut(): void;
  closed(): void;
}

/** A number of this process in `/metrics`. */
export interface AreaGauge {
  readonly name: string;
  readonly help: string;
  /** The number never falls while the process runs. */
  readonly counts?: true;
  read(): number;
}

export interface AreaSocket {
  /** Path of the address, without a query. */
  readonly path: string;
  /** Largest frame, in bytes. */
  readonly frameBytes: number;
  /** Bytes that may wait for a client that does not read. */
  readonly bufferedBytes: number;
  readonly gauges?: readonly AreaGauge[];
  open(connection: AreaConnection): AreaSocketHandler;
}
