// Output of one socket: sends frames in their order, keeps a frame that is too large for the client to be fetched, and disconnects a client
// that does not read before its waiting frames fill the memory. Frames of one turn of the event loop leave with one system call.

import { randomBytes } from 'node:crypto';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Clock } from 'src/base/clock.ts';
import { CLOSES } from 'src/model/generated/problems.ts';

// Names that cannot be guessed: keys of held replies.
/** 128 random bits, safe in a path. */
export const newKey = (): string => randomBytes(16).toString('base64url');

/** A client whose waiting frames were at no time all sent for so long is cut off. */
const STALLED_TIMEOUT_MS = 60_000;
/** A closing handshake that takes longer is ended by force. */
const CLOSE_TIMEOUT_MS = 2_000;

export interface OutboxOptions {
  readonly socket: WebSocket;
  /** The connection below the socket. */
  readonly raw?: Pick<Duplex, 'cork' | 'uncork'> | undefined;
  readonly clock: Clock;
  /** Largest frame, in bytes. Source: site configuration. */
  readonly maxFrame: number;
  /** Bytes that wait, for the socket or before it. */
  readonly maxBuffered: number;
  /** Keeps a whole envelope for `GET /ws-lrg/{key}`. */
  hold(key: string, text: string): Promise<void>;
  onError(error: unknown): void;
}

export interface Outbox {
  /** Bytes that the client has not been sent yet: in the socket, and behind a frame that is being held. */
  readonly buffered: number;
  /** `s` goes with the notice of a held frame, so that a waiting request finds its answer. */
  send(frame: string, s?: string): void;
  /** Sends frames that several sockets get. They are encoded once for all that get the same array. */
  sendAll(frames: readonly string[]): void;
  /** Resolves when all waiting frames have been sent or the client has disconnected. Producers of many frames wait for it. */
  drained(): Promise<void>;
  close(code: number, reason: string): void;
  /** Cuts off a client that has not read for too long. Called by the heartbeat. */
  check(): void;
}

const exceedsBytes = (frame: string, bytes: number): boolean =>
  frame.length > bytes || (frame.length * 3 > bytes && Buffer.byteLength(frame) > bytes);

/** Keeps the frame to be fetched, and resolves with the notice of it. */
const holdFrame = async (hold: OutboxOptions['hold'], frame: string, s: string | undefined): Promise<string> => {
  const key = newKey();
  await hold(key, frame);
  return JSON.stringify({ o: `lrg/${key}`, ...(s !== undefined && { s }) });
};

const encodings = new WeakMap<readonly string[], readonly Buffer[]>();

const encoded = (frames: readonly string[]): readonly Buffer[] => {
  const known = encodings.get(frames);
  if (known) return known;
  const bytes = frames.map((frame) => Buffer.from(frame));
  encodings.set(frames, bytes);
  return bytes;
};

const AS_TEXT = { binary: false };

/** Returns a function that keeps what is written to the connection in this turn of the event loop, and sends it at its end. */
const createGathering = (raw: OutboxOptions['raw']): (() => void) => {
  let gathering = false;
  const end = (): void => {
    gathering = false;
    raw?.uncork();
  };
  return () => {
    if (gathering || !raw) return;
    gathering = true;
    raw.cork();
    process.nextTick(end);
  };
};

export const createOutbox = (options: OutboxOptions): Outbox => {
  const { socket, clock, maxFrame, maxBuffered, hold, onError } = options;
  const gather = createGathering(options.raw);
  /** The frame that is being held and those behind it; empty nearly always. */
  const waiting: { frame: string; bytes: number; s: string | undefined }[] = [];
  let waitingBytes = 0;
  let holding = false;
  let stuckSince: number | undefined;

  const close = (code: number, reason: string): void => {
    waiting.length = 0;
    waitingBytes = 0;
    socket.close(code, reason);
    setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS).unref();
  };

  const buffered = (): number => socket.bufferedAmount + waitingBytes;

  /** Returns false if the socket is closed, or is closed now because its client reads too slowly. */
  const hasCapacity = (): boolean => {
    if (socket.readyState !== socket.OPEN) return false;
    if (buffered() <= maxBuffered) return true;
    close(CLOSES.overloaded, 'overloaded');
    return false;
  };

  const write = (frame: string | Buffer): void => {
    if (!hasCapacity()) return;
    gather();
    socket.send(frame, AS_TEXT);
  };

  const flush = async (): Promise<void> => {
    holding = true;
    for (let next = waiting[0]; next; next = waiting[0]) {
      const frame = exceedsBytes(next.frame, maxFrame)
        ? await holdFrame(hold, next.frame, next.s).catch(onError)
        : next.frame;
      if (waiting[0] !== next) break; // closed meanwhile
      waiting.shift();
      waitingBytes -= next.bytes;
      if (typeof frame === 'string') socket.send(frame);
    }
    holding = false;
  };

  const send = (frame: string, s?: string): void => {
    if (!holding && !exceedsBytes(frame, maxFrame)) {
      write(frame);
      return;
    }
    if (!hasCapacity()) return;
    const bytes = Buffer.byteLength(frame);
    waiting.push({ frame, bytes, s });
    waitingBytes += bytes;
    if (!holding) void flush();
  };

  return {
    get buffered() {
      return buffered();
    },
    send,
    sendAll(frames) {
      const bytes = holding ? [] : encoded(frames);
      if (holding || bytes.some(({ length }) => length > maxFrame)) for (const frame of frames) send(frame);
      else for (const each of bytes) write(each);
    },
    // A ping goes out behind all that waits.
    drained: () =>
      buffered() === 0 ? Promise.resolve() : new Promise((sent) => socket.ping(undefined, undefined, () => sent())),
    close,
    check() {
      const now = clock.now().getTime();
      stuckSince = socket.bufferedAmount === 0 ? undefined : (stuckSince ?? now);
      if (stuckSince !== undefined && now - stuckSince > STALLED_TIMEOUT_MS) close(CLOSES.overloaded, 'overloaded');
    },
  };
};
