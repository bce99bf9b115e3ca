// Failures that the server did not report: no network, no reply in time, an invalid answer. Thrown by the connection and shown by their own
// message id. After `unreachable`, the request may or may not have arrived; a retry uses the same key.

import type { ErredBody } from 'src/model/generated/wire.ts';
import { PROBLEMS, type ProblemKey } from 'src/model/generated/problems.ts';
import type { Json } from 'src/model/item/Item.ts';
import { isProblem, Problem } from 'src/model/problems.ts';

/** A failure that is not shown, because nothing is lost. It wraps the thrown value. */
export class IgnoredError extends Error {
  constructor(cause: unknown) {
    super('ignored', { cause });
    this.name = 'IgnoredError';
  }
}

/** Returns true for a failure that is not shown. People can do nothing about a message that the server could not read. */
export const isIgnored = (thrown: unknown): boolean =>
  thrown instanceof IgnoredError || (isProblem(thrown) && thrown.key === 'parseRequestFailed');

interface Details {
  readonly params?: Readonly<Record<string, Json>> | undefined;
  readonly systemMessage?: string | undefined;
}

export class ClientProblem extends Problem {
  readonly messageId: string;
  readonly unreachable: boolean;

  constructor(key: ProblemKey, messageId: string, details: Details & { readonly unreachable?: boolean } = {}) {
    super(key, details.params, details.systemMessage);
    this.messageId = messageId;
    this.unreachable = details.unreachable ?? false;
  }
}

export const networkError = (): ClientProblem =>
  new ClientProblem('generalFailure', 'errors.networkError', { unreachable: true });

export const noReplyInTime = (): ClientProblem =>
  new ClientProblem('timeout', 'errors.wsMsgTimeout', { unreachable: true });

export const emptyResponse = (systemMessage: string): ClientProblem =>
  new ClientProblem('generalFailure', 'errors.emptyResponse', { systemMessage });

export const isUnreachable = (thrown: unknown): boolean => thrown instanceof ClientProblem && thrown.unreachable;

/** A retry gives the same result until something changes: the item is hidden, deleted or not an item. */
const LASTING: ReadonlySet<ProblemKey> = new Set(['notFound', 'notAllowed', 'invalidId']);

/** Returns true when the item may exist and be readable, so that it is read again. */
export const isPassing = ({ key }: Problem): boolean => !LASTING.has(key);

const isProblemKey = (key: string): key is ProblemKey => Object.hasOwn(PROBLEMS, key);

const isErredBody = (body: unknown): body is ErredBody =>
  typeof body === 'object' && body !== null && 'userMessage' in body && typeof body.userMessage === 'string';

/** Returns the problem in an erred answer. A key of a newer server keeps its own message id. */
export const problemOfAnswer = (body: unknown): Problem => {
  if (!isErredBody(body)) return emptyResponse('erred without a message');
  const { userMessage, params, systemMessage } = body;
  if (isProblemKey(userMessage)) return new Problem(userMessage, params, systemMessage);
  return new ClientProblem('generalFailure', `errors.${userMessage}`, { params, systemMessage });
};

/** Returns the message id for a thrown value. */
export const messageOfThrown = (thrown: unknown): string => {
  if (thrown instanceof ClientProblem) return thrown.messageId;
  if (isProblem(thrown)) return `errors.${thrown.key}`;
  return typeof thrown === 'string' ? 'errors.generalFailure' : 'error.notCaught';
};

/** Returns the values of that message, such as how long to wait. */
export const valuesOfThrown = (thrown: unknown): Readonly<Record<string, string | number>> | undefined => {
  if (!isProblem(thrown) || !thrown.params) return undefined;
  const shown = Object.entries(thrown.params).filter(
    (entry): entry is [string, string | number] => typeof entry[1] === 'string' || typeof entry[1] === 'number',
  );
  return shown.length > 0 ? Object.fromEntries(shown) : undefined;
};
