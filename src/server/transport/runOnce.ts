// Runs a write once for each idempotency key. Called by dispatch only.

import type { Subject } from 'src/model/access/Subject.ts';
import type { Envelope } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
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

/** Keeps the first answer under the idempotency key together with the write. */
export const runOnce = async (keyed: KeyedRequest, context: WritingContext<unknown>, write: Write): Promise<Json> => {
  const kept = await claimIdempotencyKey(context.tx, keyed);
  if (kept !== undefined) return JSON.parse(kept) as Json;
  const answer = await write(context);
  keepAnswer(context.tx, keyed, JSON.stringify(answer));
  return answer;
};
