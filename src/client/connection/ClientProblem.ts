// Failures that no answer of the server reported: no network, no reply in time, an answer that makes no sense.
// Thrown by the connection; shown by their own message id. `unreachable` means: it may have arrived or not, try again with the same key.

import type { ErredBody } from 'src/model/generated/wire.ts';
import { PROBLEMS, type ProblemKey } from 'src/model/generated/problems.ts';
import type { Json } from 'src/model/item/Item.ts';
import { isProblem, Problem } from 'src/model/problems.ts';

/** A failure that is not shown to anybody, because nothing is lost by it. It wraps the value that was thrown. */
export class IgnoredError extends Error {
  constructor(cause: unknown) {
    super('ignored', { cause });
    this.name = 'IgnoredError';
  }
}

/** True for a failure that is not shown. A person can do nothing about a message that the server could not read. Source: spec platform 8. */
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

/** Another try says the same until somebody changes something: it is hidden, gone or no item. */
const LASTING: ReadonlySet<ProblemKey> = new Set(['notFound', 'notAllowed', 'invalidId']);

/** The item may well be there and open to this person: it is read again. */
export const isPassing = ({ key }: Problem): boolean => !LASTING.has(key);

const isKnown = (key: string): key is ProblemKey => Object.hasOwn(PROBLEMS, key);

const isErredBody = (body: unknown): body is ErredBody =>
  typeof body === 'object' && body !== null && 'userMessage' in body && typeof body.userMessage === 'string';

/** The problem in an erred answer; a key of a newer server keeps its own message id. */
export const problemOfAnswer = (body: unknown): Problem => {
  if (!isErredBody(body)) return emptyResponse('erred without a message');
  const { userMessage, params, systemMessage } = body;
  if (isKnown(userMessage)) return new Problem(userMessage, params, systemMessage);
  return new ClientProblem('generalFailure', `errors.${userMessage}`, { params, systemMessage });
};

/** Message id for a thrown value. Source: spec platform 8. */
export const messageOfThrown = (thrown: unknown): string => {
  if (thrown instanceof ClientProblem) return thrown.messageId;
  if (isProblem(thrown)) return `errors.${thrown.key}`;
  return typeof thrown === 'string' ? 'errors.generalFailure' : 'error.notCaught';
};

/** What that message says besides, such as how long to wait. */
export const valuesOfThrown = (thrown: unknown): Readonly<Record<string, string | number>> | undefined => {
  if (!isProblem(thrown) || !thrown.params) return undefined;
  const shown = Object.entries(thrown.params).filter(
    (entry): entry is [string, string | number] => typeof entry[1] === 'string' || typeof entry[1] === 'number',
  );
  return shown.length > 0 ? Object.fromEntries(shown) : undefined;
};
