// Answers in parts over one socket. The next part is computed when the last one has been sent, with the caller's rights of that moment. A
// stream ends when the client cancels it or the socket closes. Created by createSocketConnection.

import { asError } from 'src/base/asError.ts';
import type { Envelope } from 'src/model/generated/wire.ts';
import { problem } from 'src/model/problems.ts';
import { refusedReply } from 'src/model/wire/replies.ts';
import type { Caller } from 'src/server/http/caller.ts';
import type { Dispatch, Reply } from 'src/server/transport/dispatch.ts';
import { lastFrame, nextFrame } from 'src/server/transport/replyFrames.ts';
import type { Log } from 'src/server/http/problemOfError.ts';

/** Streams of one socket at a time: a map with this many layers that all load at once. */
const MOST_STREAMS = 16;

interface SocketStreamsOptions {
  readonly dispatch: Dispatch;
  /** Returns the present caller of the socket. */
  caller(): Caller;
  send(envelope: Envelope): void;
  drained(): Promise<void>;
  readonly gone: AbortSignal;
  readonly log: Log;
}

export interface SocketStreams {
  /** Continues a reply after its first part has been sent. */
  follow(first: Reply): void;
  cancel(s: string): void;
}

export const createSocketStreams = (options: SocketStreamsOptions): SocketStreams => {
  const { dispatch, caller, send, drained, gone, log } = options;
  const open = new Map<string, AbortController>();

  const run = async (first: Reply, over: AbortSignal): Promise<void> => {
    const { o, s } = first.envelope;
    const name = first.stream?.parts.name ?? '';
    let later = first.stream?.rest;
    while (later !== undefined) {
      await drained();
      if (gone.aborted) return;
      if (over.aborted) {
        send(lastFrame(name, s));
        return;
      }
      const reply = await dispatch.next({ ...caller(), gone: AbortSignal.any([gone, over]) }, { o, s, rest: later });
      if (gone.aborted) return;
      send(over.aborted ? lastFrame(name, s) : nextFrame(reply));
      later = over.aborted ? undefined : reply.stream?.rest;
    }
  };

  return {
    follow(first) {
      if (first.stream?.rest === undefined) return;
      const { s = '' } = first.envelope;
      if (open.size >= MOST_STREAMS || open.has(s)) {
        send(refusedReply(first.envelope, problem('rateLimited', { retryAfter: 1 })));
        return;
      }
      const over = new AbortController();
      open.set(s, over);
      run(first, over.signal)
        .catch((error: unknown) => {
          log.error({ message: asError(error).message, stack: asError(error).stack }, 'a stream could not go on');
        })
        .finally(() => open.delete(s));
    },
    cancel: (s) => open.get(s)?.abort(problem('timeout')),
  };
};
