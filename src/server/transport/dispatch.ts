// One promise from parse to reply: every envelope, over the socket or HTTP, passes through here and nowhere else.
// Finds the operation, limits, checks the body, gate; opens the one transaction of a write; the commit decides the reply.

import type { Subject } from 'src/model/access/Subject.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { Envelope, OperationName } from 'src/model/generated/wire.ts';
import { invalid, problem } from 'src/model/problems.ts';
import { splitOperation } from 'src/model/wire/envelope.ts';
import { refusalOf, replyTo } from 'src/model/wire/replies.ts';
import type { Context, Operation, Services } from 'src/server/context.ts';
import { bodyErrors } from 'src/server/transport/bodyErrors.ts';
import { readFilterOf, limitName, subjectOf, type Caller } from 'src/server/transport/caller.ts';
import { takesArguments } from 'src/server/transport/operationArguments.ts';
import type { Frame } from 'src/server/transport/openFrame.ts';
import type { Limiter } from 'src/server/transport/limiter.ts';
import { failureOf, type Log } from 'src/server/transport/failures.ts';
import { queryableUntil, transactionUntil } from 'src/server/transport/transactionUntil.ts';
import { costOf, type Limits, type Rate } from 'src/server/limits.ts';
import { claimIdempotencyKey, keepAnswer } from 'src/server/store/accounts/idempotencyKeys.ts';
import type { Transaction } from 'src/server/store/database.ts';

export interface DispatchOptions {
  readonly services: Services;
  readonly operations: ReadonlyMap<string, Operation>;
  readonly limiter: Limiter;
  readonly limits: Limits;
  /** Milliseconds that one request may take. */
  readonly deadline: number;
  readonly log: Log;
  /** Called after every request. */
  measure(operation: string, outcome: string, milliseconds: number): void;
}

export interface Reply {
  readonly envelope: Envelope;
  /** Status over HTTP. Source: PROTOCOL 2. */
  readonly status: number;
  /** The operation that ran, when there was one. */
  readonly name: OperationName | undefined;
  readonly request: Envelope | undefined;
}

export type Dispatch = (caller: Caller, frame: Frame) => Promise<Reply>;

const SEARCHES = new Set<OperationName>(['search', 'suggest']);
const STATUSES: Readonly<Record<string, number>> = {
  parseRequestFailed: 400,
  tooLarge: 413,
  rateLimited: 429,
  generalFailure: 500,
};

const rateOf = ({ name, writes }: Operation, limits: Limits): { readonly kind: string; readonly rate: Rate } => {
  if (SEARCHES.has(name)) return { kind: 'search', rate: limits.search };
  return writes ? { kind: 'write', rate: limits.write } : { kind: 'other', rate: limits.other };
};

interface Request {
  readonly operation: Operation;
  readonly args: readonly string[];
  readonly envelope: Envelope;
  readonly size: number;
}

const find = ({ operations }: DispatchOptions, envelope: Envelope, size: number): Request => {
  const { name, args } = splitOperation(envelope.o);
  const operation = operations.get(name);
  if (!operation || !takesArguments(operation.name, args)) throw problem('unknownOperation');
  return { operation, args, envelope, size };
};

const checkBody = ({ operation, envelope }: Request): void => {
  const errors = bodyErrors(operation.name, envelope.b);
  if (errors.length > 0) throw invalid(errors);
};

/** Whose a key is: under a masquerade neither the user's nor the administrator's own. A visitor has none. */
const keeperOf = ({ userId, actingAdminId }: Subject): string | undefined =>
  userId === undefined || actingAdminId === undefined ? userId : `${actingAdminId} as ${userId}`;

/** A write and its idempotency key, in one transaction: the first answer is kept with the write or not at all. */
const runOnce = async ({ operation, args, envelope }: Request, context: Context, tx: Transaction): Promise<Json> => {
  const { key } = envelope;
  const keeper = keeperOf(context.subject);
  if (key === undefined || keeper === undefined) return await operation.run(context, args, envelope.b);
  const kept = await claimIdempotencyKey(tx, keeper, key);
  if (kept !== undefined) return JSON.parse(kept) as Json;
  const answer = await operation.run(context, args, envelope.b);
  await keepAnswer(tx, keeper, key, JSON.stringify(answer));
  return answer;
};

const run = async ({ services, deadline }: DispatchOptions, caller: Caller, asked: Request): Promise<Json> => {
  const { clock, database, readFilters } = services;
  const now = clock.now();
  const until = now.getTime() + deadline;
  const subject = subjectOf(caller);
  const readFilter = await readFilterOf(caller, readFilters);
  const { receiver, connection, session } = caller;
  const shared = { subject, readFilter, services, now, receiver, connection, session };
  if (!asked.operation.writes) {
    const context = Object.freeze({ ...shared, db: queryableUntil(database, clock, until), tx: undefined });
    return await asked.operation.run(context, asked.args, asked.envelope.b);
  }
  return await database.transaction((open) => {
    const tx = transactionUntil(open, clock, until);
    return runOnce(asked, Object.freeze({ ...shared, db: tx, tx }), tx);
  });
};

/** The frame itself has been counted before it was read. A first `tokenAuth` counts by the sockets of its address. */
const isFree = ({ name }: Operation, { session }: Caller): boolean =>
  name === 'ping' || name === 'signout' || (name === 'tokenAuth' && session === undefined);

const admit = async (
  options: DispatchOptions,
  caller: Caller,
  { operation, envelope, size }: Request,
): Promise<void> => {
  if (operation.who === 'signedIn' && caller.session === undefined) throw problem('notSignedIn');
  if (isFree(operation, caller)) return;
  const { kind, rate } = rateOf(operation, options.limits);
  await options.limiter.take(`${kind}:${limitName(caller)}`, rate, costOf(operation.name, envelope.b, size));
};

interface Progress {
  name?: OperationName;
}

const answer = async (
  options: DispatchOptions,
  caller: Caller,
  { frame, progress }: { frame: Frame; progress: Progress },
): Promise<Envelope> => {
  const { request, refused } = frame;
  if (!request) throw refused ?? problem('parseRequestFailed');
  const asked = find(options, request, frame.size);
  progress.name = asked.operation.name;
  await admit(options, caller, asked);
  checkBody(asked);
  return replyTo(request, await run(options, caller, asked));
};

export const createDispatch = (options: DispatchOptions): Dispatch => {
  const { log, measure } = options;
  return async (caller, frame) => {
    const started = performance.now();
    const progress: Progress = {};
    const { envelope, failure } = await answer(options, caller, { frame, progress }).then(
      (done) => ({ envelope: done, failure: undefined }),
      (caught: unknown) => {
        const refused = failureOf(caught, log, { operation: progress.name, user: caller.session?.userId });
        return { envelope: refusalOf(frame.address, refused), failure: refused.key };
      },
    );
    measure(progress.name ?? 'none', failure ?? 'done', performance.now() - started);
    return { envelope, status: STATUSES[failure ?? ''] ?? 200, name: progress.name, request: frame.request };
  };
};
