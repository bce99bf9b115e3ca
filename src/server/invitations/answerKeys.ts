// The key in the link of an invitation: the item, the person, and until when it may be used, signed. It answers the one invitation and opens
// no session.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ItemId } from 'src/model/item/Item.ts';

export interface AnswerKey {
  readonly item: ItemId;
  readonly person: ItemId;
  readonly until: Date;
}

const BYTES = 16;
const MAX_ANSWER_KEY_LENGTH = 400;

const signatureOf = (secret: Buffer, text: string): Buffer =>
  createHmac('sha256', secret).update(text).digest().subarray(0, BYTES);

export const writeAnswerKey = (secret: Buffer, { item, person, until }: AnswerKey): string => {
  const text = `${item} ${person} ${until.getTime()}`;
  return `${Buffer.from(text).toString('base64url')}.${signatureOf(secret, text).toString('base64url')}`;
};

/** Returns undefined for a key that this site did not make, or whose time has passed. */
export const readAnswerKey = (secret: Buffer, key: string, now: Date): AnswerKey | undefined => {
  if (key.length > MAX_ANSWER_KEY_LENGTH) return undefined;
  const [body = '', signature = ''] = key.split('.');
  const text = Buffer.from(body, 'base64url').toString();
  const signatureBytes = Buffer.from(signature, 'base64url');
  if (signatureBytes.length !== BYTES || !timingSafeEqual(signatureBytes, signatureOf(secret, text))) return undefined;
  const [item = '', person = '', until = ''] = text.split(' ');
  const end = new Date(Number(until));
  return end > now ? { item, person, until: end } : undefined;
};
