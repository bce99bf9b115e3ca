// Runs a write once for each idempotency key. Called by dispatch only.

import type { Subject } from 'src/model/access/Subject.ts';
import type { Envelope } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { OperationName } from 'src/model/wire/endpointAt.ts';
import type { WritingContext } from 'src/server/context.ts';
import { sha256 } from 'src/server/sha256.ts';
import { claimIdempotencyKey, keepAnswer, type KeyedRequest } from 'src/server/store/requests/idempotencyKeys.ts';

/** Writes in the transaction that it is given. */
export type Write = (context: WritingContext<unknown>) => Promise<Json>;

/** Returns the owner of an idempotency key. While an administrator acts as a user, the pair owns the key. Visitors have no keys. */
const keyOwnerOf = ({ userId, actingAdminId }: Subject): string | undefined =>
  userId === undefined || actingAdminId === undefined ? userId : `${actingAdminId} as ${userId}`;

/** Undefined for a request without a key, and for a visitor's. */
export const keyedRequestOf = ({ key, o, b = null }: Envelope, subject: Subject): KeyedRequest | undefined => {
  const userId = keyOwnerOf(subject);
  if (key === undefined || userId === undefined) return undefined;
  const request = sha256(JSON.stringify([o, b])).toString('base64url');
  return { userId, key, request };
};

/** Ends the transaction of a repeated request. */
export class AnsweredBefore extends Error {
  readonly answer: string;
  constructor(answer: string) {
    super('The request was answered before.');
    this.answer = answer;
  }
}

/**
 * Operations that do nothing outside of their transaction. They begin at once: their first statements are sent behind the claim of the key, so
 * they have no result before the claim has one. Actions may do more, so they wait for the claim.
 */
const BEGIN_AT_ONCE: ReadonlySet<OperationName> = new Set<OperationName>(['create', 'update', 'delete']);

/** Keeps the first answer under the idempotency key together with the write. */
export const runOnce = async (
  keyed: KeyedRequest,
  context: WritingContext<unknown>,
  { operation, write }: { readonly operation: OperationName; readonly write: Write },
): Promise<Json> => {
  const claimed = claimIdempotencyKey(context.tx, keyed);
  const begun = BEGIN_AT_ONCE.has(operation) ? write(context) : undefined;
  begun?.catch(() => undefined); // awaited below, unless the request was answered before
  const kept = await claimed;
  if (kept !== undefined) throw new AnsweredBefore(kept);
  const answer = await (begun ?? write(context));
  keepAnswer(context.tx, keyed, JSON.stringify(answer));
  return answer;
};
