// The key with which a browser encrypts what a user has typed and not saved. Sent with `authed`, kept in memory there, so that
// drafts left on a shared computer open again only for the same user. Called by sessions.ts; see decision 14.

import { createHmac } from 'node:crypto';
import type { ItemId } from 'src/model/item/Item.ts';

/** 256 bits as base64url. Whoever acts as another user gets a key of that pair, so that neither reads the other's drafts. */
export const draftKey = (secret: Buffer, userId: ItemId, actorId: ItemId | undefined): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify([userId, actorId ?? null]))
    .digest('base64url');
