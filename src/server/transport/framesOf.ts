// A reply as the frames that a socket gets: the session operations answer by pushes, a search for everything in parts.

import type { Envelope } from 'src/model/generated/wire.ts';
import { push } from 'src/model/wire/replies.ts';
import type { Reply } from 'src/server/transport/dispatch.ts';
import { partsOf } from 'src/server/transport/streamParts.ts';

/** Answered by the push of this name; the plain reply follows for whoever waits by `s`. */
const PUSHED: Readonly<Record<string, string>> = { tokenAuth: 'authed', nextToken: 'newToken' };

const withReply = (first: Envelope, { envelope }: Reply): readonly Envelope[] =>
  envelope.s === undefined ? [first] : [first, envelope];

/** The plain reply is the whole answer when it has one part, else it says only that parts follow. */
const streamed = ({ envelope, name }: Reply, parts: NonNullable<ReturnType<typeof partsOf>>): readonly Envelope[] => {
  const { o, s } = envelope;
  const pushes = parts.map((part, at) => ({
    o: `stream:${name ?? ''}`,
    s,
    b: { part, done: at === parts.length - 1 },
  }));
  return [parts.length === 1 ? envelope : { o, s, b: null }, ...pushes];
};

const pong = ({ s }: Envelope): Envelope => (s === undefined ? { o: 'pong' } : { o: 'pong', s });

export const framesOf = (reply: Reply): readonly Envelope[] => {
  const { envelope, name } = reply;
  if (envelope.erred === true || name === undefined) return [envelope];
  if (name === 'ping') return [pong(envelope)];
  const pushed = PUSHED[name];
  if (pushed !== undefined) return withReply(push(pushed, envelope.b ?? null), reply);
  const parts = partsOf(reply);
  return parts ? streamed(reply, parts) : [envelope];
};
