// Key of one-click unsubscribing (RFC 8058): user and kind of email, signed. It only ends these emails and opens no session. It is part of
// an address because mail programs send nothing else.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ItemId } from 'src/model/item/Item.ts';

export interface Unsubscription {
  readonly userId: ItemId;
  readonly template: string;
}

export interface UnsubscribeKeys {
  keyOf(unsubscription: Unsubscription): string;
  /** Returns undefined for a key of another origin. */
  open(key: string): Unsubscription | undefined;
}

const SIGNATURE_LENGTH = 16;
const MAX_UNSUBSCRIBE_KEY_LENGTH = 300;

export const createUnsubscribeKeys = (secret: Buffer): UnsubscribeKeys => {
  const signatureOf = (text: string): Buffer =>
    createHmac('sha256', secret).update(text).digest().subarray(0, SIGNATURE_LENGTH);
  return {
    keyOf({ userId, template }) {
      const text = `${userId} ${template}`;
      return `${Buffer.from(text).toString('base64url')}.${signatureOf(text).toString('base64url')}`;
    },
    open(key) {
      if (key.length > MAX_UNSUBSCRIBE_KEY_LENGTH) return undefined;
      const [body = '', signature = ''] = key.split('.');
      const text = Buffer.from(body, 'base64url').toString();
      const bytes = Buffer.from(signature, 'base64url');
      if (bytes.length !== SIGNATURE_LENGTH || !timingSafeEqual(bytes, signatureOf(text))) return undefined;
      const [userId = '', template = ''] = text.split(' ');
      return { userId, template };
    },
  };
};
