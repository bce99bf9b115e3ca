// One promise from parse to reply: every envelope, over the socket or HTTP, passes through here and nowhere else.
// Finds the operation, limits, checks the body, read filter; opens the one transaction of a write; the commit decides the reply.

import { asError } from 'src/base/asError.ts';
import type { Clock } from 'src/base/clock.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { PROBLEMS } from 'src/model/generated/problems.ts';
import type { Envelope } from 'src/model/generated/wire.ts';
import type { OperationName } from 'src/model/wire/endpointAt.ts';
import { problem } from 'src/model/problems.ts';
import { operationRule } from 'src/model/wire/operationRule.ts';
import { refusedReply, replyTo } from 'src/model/wire/replies.ts';
import type { Context, ReadingContext } from 'src/server/context.ts';
import type { StreamPart } from 'src/server/endpoint.ts';
import type { Database } from 'src/server/store/database.ts';
import type { ReadFilters } from 'src/server/store/readers/readFilters.ts';
import type { RuleNeeds } from 'src/server/rules/RuleNeeds.ts';
import { storeUploads } from 'src/server/rules/uploadsToAttachments.ts';
import type { Checked, Entry, FindEndpoint, NamedStream } from 'src/server/transport/endpointTable.ts';
import { readFilterOf, callerSubject, type Caller } from 'src/server/http/caller.ts';
import type { Frame } from 'src/server/transport/parseFrame.ts';
import type { Limiter } from 'src/server/http/rateLimiter.ts';
import { createProblemOfError, type Log } from 'src/server/http/problemOfError.ts';
import { queryableUntil, transactionUntil } from 'src/server/transport/transactionUntil.ts';
import { costOfBytes } from 'src/server/limits.ts';
import { claimAt, helpClaim, type HelpClaim } from 'src/server/store/claimRows.ts';
import { findAnswer } from 'src/server/store/requests/idempotencyKeys.ts';
import { keyedRequestOf, runOnce, type Write } from 'src/server/transport/runOnce.ts';

interface DispatchNeeds {
  readonly clock: Clock;
  readonly database: Database;
  readonly readFilters: ReadFilters;
  readonly uploads: RuleNeeds['uploads'];
}

export interface DispatchOptions {
  readonly services: DispatchNeeds;
  readonly endpoints: FindEndpoint;
  readonly limiter: Limiter;
  /** Milliseconds that one request may take from its arrival on. */
  readonly deadline: number;
  readonly log: Log;
  /** Called after every request. */
  measure(operation: string, outcome: string, milliseconds: number): void;
}

export interface Reply {
  readonly envelope: Envelope;
  /** Status over HTTP. */
  readonly status: number;
  /** The operation that ran, when there was one. */
  readonly name: OperationName | undefined;
  readonly request: Envelope | undefined;
  /** Stream of an answer in parts; the envelope contains its first part. */
  readonly stream?: OpenStream | undefined;
}

export interface OpenStream {
  readonly parts: NamedStream;
  /** Undefined after the last part. */
  readonly rest: Json | undefined;
}

/** State of a stream between two of its parts. */
export interface StreamPlace {
  readonly o: string;
  readonly s: string | undefined;
  readonly rest: Json;
}

export interface Dispatch {
  (caller: Caller, frame: Frame): Promise<Reply>;
  /** Returns the next part of an answer, with the caller's present rights. */
  next(caller: Caller, place: StreamPlace): Promise<Reply>;
  /** Returns whether later requests of the same socket wait for this one. They do not wait for a read. */
  isOrdered(frame: Pick<Frame, 'name' | 'request'>): boolean;
}

interface Request {
  readonly entry: Entry;
  readonly args: readonly string[];
  readonly envelope: Envelope;
  readonly body: Json;
  readonly size: number;
  /** Milliseconds since 1970 after which no further statement is started. */
  readonly until: number;
}

const find = (
  { endpoints, deadline }: DispatchOptions,
  envelope: Envelope,
  { size, arrived }: Pick<Frame, 'size' | 'arrived'>,
): Request => {
  const found = endpoints(envelope.o);
  if (!found) throw problem('unknownOperation');
  return { ...found, body: found.entry.bodyOf(envelope.b), envelope, size, until: arrived + deadline };
};

interface Done {
  readonly body: Json;
  readonly stream?: OpenStream;
}

/**
 * Does what comes before the transaction. A failure is thrown inside of it instead, after the idempotency key: a repeated request gets its
 * first answer, even when its preparation fails by now.
 */
const preparedWrite = async (
  { body }: Request,
  { run, prepare }: Checked,
  context: ReadingContext<DispatchNeeds>,
): Promise<Write> => {
  try {
    await storeUploads(context, body);
    const write = (await prepare?.(context)) ?? run;
    if (!write) throw new Error('A write has a handler.');
    return write;
  } catch (error) {
    return () => Promise.reject(asError(error));
  }
};

type Shared = Omit<Context<DispatchNeeds>, 'db' | 'tx'>;

const sharedFor = async ({ services }: DispatchOptions, caller: Caller, until: number): Promise<Shared> => {
  const now = services.clock.now();
  if (now.getTime() > until) throw problem('timeout');
  const subject = callerSubject(caller);
  const readFilter = await readFilterOf(caller, services.readFilters);
  const { receiver, connection, session, gone } = caller;
  return { subject, readFilter, services, now, receiver, connection, session, gone };
};

const reading = (shared: Shared, until: number): ReadingContext<DispatchNeeds> => {
  const { database, clock } = shared.services;
  return Object.freeze({ ...shared, db: queryableUntil(database, clock, until), tx: undefined });
};

const streamedPart = (parts: NamedStream, { part, rest }: StreamPart<Json, Json>): Done => ({
  body: part,
  stream: { parts, rest },
});

const runRead = async (
  { entry: { stream } }: Request,
  checked: Checked,
  context: ReadingContext<unknown>,
): Promise<Done> => {
  if (stream && checked.open) return streamedPart(stream, await checked.open(context));
  if (!checked.run) throw new Error('The endpoint has no handler.');
  return { body: await checked.run(context) };
};

/** Returns the person whose input causes a write: the envelope names a help session in which its author has allowed that. */
const helperOf = async (
  { help }: Envelope,
  { db, now, subject }: ReadingContext<DispatchNeeds>,
): Promise<ItemId | undefined> => {
  if (help === undefined) return undefined;
  const claim = (await claimAt(db, helpClaim(help), now)) as HelpClaim | undefined;
  return claim !== undefined && claim.person === subject.userId ? claim.helper : undefined;
};

const runWrite = async (
  { services }: DispatchOptions,
  asked: Request,
  { checked, shared }: { readonly checked: Checked; readonly shared: Shared },
): Promise<Done> => {
  const { clock, database } = services;
  const { entry, until } = asked;
  const before = reading(shared, until);
  const keyed = keyedRequestOf(asked.envelope, shared.subject);
  // Preparing may spend a budget, such as one of attempts at a password.
  const kept = keyed && entry.isPrepared ? await findAnswer(before.db, keyed) : undefined;
  if (kept !== undefined) return { body: JSON.parse(kept) as Json };
  const write = await preparedWrite(asked, checked, before);
  const helper = await helperOf(asked.envelope, before);
  const answered = await database.transaction((open) => {
    const tx = transactionUntil(open, clock, until);
    const context = Object.freeze({ ...shared, db: tx, tx, helper });
    return keyed ? runOnce(keyed, context, write) : write(context);
  });
  return { body: answered };
};

const runRequest = async (options: DispatchOptions, caller: Caller, asked: Request): Promise<Done> => {
  const { entry, args, until, body } = asked;
  const shared = await sharedFor(options, caller, until);
  const checked = entry.check(body, args, shared.subject);
  if (entry.rule.effect === 'read') return await runRead(asked, checked, reading(shared, until));
  const run = (): Promise<Done> => runWrite(options, asked, { checked, shared });
  if (!entry.semaphore) return await run();
  // The request of a client that has left is run as well: its answer is kept for the next attempt.
  const bounds = { waitMs: Math.max(0, until - shared.now.getTime()), exceeded: () => problem('timeout') };
  return await entry.semaphore.run(run, { key: shared.subject.userId, bounds });
};

/**
 * Takes the cost of the request from the caller's rates. The frame was counted before it was read. The first `tokenAuth` of a socket is
 * counted when the socket opens, by its address; later ones are counted here.
 */
const admitCaller = async (
  options: DispatchOptions,
  caller: Caller,
  { entry: { operation, rule, cost }, body, size }: Request,
): Promise<void> => {
  if (rule.who === 'signedIn' && caller.session === undefined) throw problem('notSignedIn');
  const limit = operation === 'tokenAuth' && caller.session !== undefined ? 'other' : rule.cost;
  if (limit === 'none') return;
  const tokens = cost(body) + costOfBytes(size);
  await options.limiter.take(limit, caller, tokens);
};

interface Progress {
  entry?: Entry;
}

interface Answered {
  readonly envelope: Envelope;
  readonly stream?: OpenStream | undefined;
}

const answerFrame = async (
  options: DispatchOptions,
  caller: Caller,
  { frame, progress }: { frame: Frame; progress: Progress },
): Promise<Answered> => {
  const { request, refused } = frame;
  if (!request) throw refused ?? problem('parseRequestFailed');
  const asked = find(options, request, frame);
  progress.entry = asked.entry;
  await admitCaller(options, caller, asked);
  const { body, stream } = await runRequest(options, caller, asked);
  return { envelope: replyTo(request, body), stream };
};

const nextPart = async (
  options: DispatchOptions,
  caller: Caller,
  { place, progress }: { place: StreamPlace; progress: Progress },
): Promise<Answered> => {
  const { entry } = options.endpoints(place.o) ?? {};
  if (!entry?.stream) throw problem('unknownOperation');
  const parts = entry.stream;
  progress.entry = entry;
  await options.limiter.take('other', caller);
  const until = options.services.clock.now().getTime() + options.deadline;
  const context = reading(await sharedFor(options, caller, until), until);
  const { body, stream } = streamedPart(parts, await parts.next(context, place.rest));
  return { envelope: replyTo(place, body), stream };
};

export const createDispatch = (options: DispatchOptions): Dispatch => {
  const { log, measure, services } = options;
  const failureOf = createProblemOfError(log, services.clock);

  /** Turns an error that an envelope's handler threw into a refusal. */
  const replied = async (
    work: (progress: Progress) => Promise<Answered>,
    { address, request, caller }: { address: Frame['address']; request: Envelope | undefined; caller: Caller },
  ): Promise<Reply> => {
    const started = performance.now();
    const progress: Progress = {};
    const { envelope, stream, failure } = await work(progress).then(
      (done) => ({ envelope: done.envelope, stream: done.stream, failure: undefined }),
      (caught: unknown) => {
        const refused = failureOf(caught, { operation: progress.entry?.label, user: caller.session?.userId });
        return { envelope: refusedReply(address, refused), stream: undefined, failure: refused.key };
      },
    );
    measure(progress.entry?.label ?? 'none', failure ?? 'done', performance.now() - started);
    const status = failure === undefined ? 200 : PROBLEMS[failure].envelopeStatus;
    return { envelope, status, name: progress.entry?.operation, request, ...(stream && { stream }) };
  };

  const dispatch = (caller: Caller, frame: Frame): Promise<Reply> =>
    replied((progress) => answerFrame(options, caller, { frame, progress }), {
      address: frame.address,
      request: frame.request,
      caller,
    });
  const next = (caller: Caller, place: StreamPlace): Promise<Reply> =>
    replied((progress) => nextPart(options, caller, { place, progress }), {
      address: place,
      request: undefined,
      caller,
    });
  const isOrdered: Dispatch['isOrdered'] = ({ name, request }) => {
    const found = request && options.endpoints(request.o);
    return found ? found.entry.rule.ordered : operationRule(name)?.ordered === true;
  };
  return Object.assign(dispatch, { next, isOrdered });
};
