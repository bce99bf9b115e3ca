// Divides a reply into the frames that a socket gets: session operations answer by pushes, a search for everything in parts, over HTTP too.

import { MAX_INT32 } from 'src/base/maxInt32.ts';
import { OPERATIONS } from 'src/model/generated/operations.ts';
import type { Envelope, Query, SearchAnswer } from 'src/model/generated/wire.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { push } from 'src/model/wire/replies.ts';
import type { Reply } from 'src/server/transport/dispatch.ts';

/** Ids of one part: about 150 kB of JSON. */
const IDS_PER_PART = 10_000;

const labelsOf = (
  labels: SearchAnswer['labels'],
  ids: readonly ItemId[],
): { readonly labels?: Readonly<Record<ItemId, string>> } =>
  labels === undefined
    ? {}
    : { labels: Object.fromEntries(ids.flatMap((id) => (labels[id] === undefined ? [] : [[id, labels[id]]]))) };

/** The parts of the answer to a search for everything, the first with total and facets; undefined for any other reply. */
export const replyParts = ({ name, request, envelope, status }: Reply): readonly Json[] | undefined => {
  if (name !== 'search' || status !== 200 || envelope.erred === true) return undefined;
  if ((request?.b as Query | undefined)?.max !== MAX_INT32) return undefined;
  const { ids, labels, ...rest } = envelope.b as SearchAnswer;
  const count = Math.max(1, Math.ceil(ids.length / IDS_PER_PART));
  return Array.from({ length: count }, (_, at) => {
    const some = ids.slice(at * IDS_PER_PART, (at + 1) * IDS_PER_PART);
    return { ...(at === 0 ? rest : {}), ids: some, ...labelsOf(labels, some) } as Json;
  });
};

/** A part of a stream as a push. */
const partPush = ({ envelope: { s, b = null }, stream }: Reply): Envelope => ({
  o: `stream:${stream?.parts.name ?? ''}`,
  s,
  b: { part: b, done: stream?.rest === undefined },
});

/** A part that follows the first one; the refusal that ends the stream. */
export const nextFrame = (reply: Reply): Envelope => (reply.stream ? partPush(reply) : reply.envelope);

/** Ends a stream that the client has cancelled. */
export const lastFrame = (name: string, s: string | undefined): Envelope => ({
  o: `stream:${name}`,
  s,
  b: { part: null, done: true },
});

/** Same as `streamed`, for an answer with parts that are made one by one. */
const firstOfStream = (reply: Reply): readonly Envelope[] => {
  const { o, s } = reply.envelope;
  return [reply.stream?.rest === undefined ? reply.envelope : { o, s, b: null }, partPush(reply)];
};

/** The push is the answer; the plain reply follows it if the request has an `s`. */
const withReply = (first: Envelope, { envelope }: Reply): readonly Envelope[] =>
  envelope.s === undefined ? [first] : [first, envelope];

/** The plain reply is the whole answer if it has one part, else it only announces that parts follow. */
const streamed = (
  { envelope, name }: Reply,
  parts: NonNullable<ReturnType<typeof replyParts>>,
): readonly Envelope[] => {
  const { o, s } = envelope;
  const pushes = parts.map((part, at) => ({
    o: `stream:${name ?? ''}`,
    s,
    b: { part, done: at === parts.length - 1 },
  }));
  return [parts.length === 1 ? envelope : { o, s, b: null }, ...pushes];
};

const pong = ({ s }: Envelope): Envelope => (s === undefined ? { o: 'pong' } : { o: 'pong', s });

export const replyFrames = (reply: Reply): readonly Envelope[] => {
  const { envelope, name } = reply;
  if (envelope.erred === true || name === undefined) return [envelope];
  if (reply.stream) return firstOfStream(reply);
  const { answeredBy } = OPERATIONS[name];
  if (answeredBy === 'pong') return [pong(envelope)];
  if (answeredBy !== undefined) return withReply(push(answeredBy, envelope.b ?? null), reply);
  const parts = replyParts(reply);
  return parts ? streamed(reply, parts) : [envelope];
};
