// A reply as the frames that a socket gets: the session operations answer by pushes, a search for everything in parts.

import { OPERATIONS } from 'src/model/generated/operations.ts';
import type { Envelope } from 'src/model/generated/wire.ts';
import { push } from 'src/model/wire/replies.ts';
import type { Reply } from 'src/server/transport/dispatch.ts';
import { partsOf } from 'src/server/transport/streamParts.ts';

/** The push that answers; the plain reply follows for whoever waits by `s`. */
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
  const { answeredBy } = OPERATIONS[name];
  if (answeredBy === 'pong') return [pong(envelope)];
  if (answeredBy !== undefined) return withReply(push(answeredBy, envelope.b ?? null), reply);
  const parts = partsOf(reply);
  return parts ? streamed(reply, parts) : [envelope];
};
