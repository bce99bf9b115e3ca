// The key with which a browser encrypts what a user has typed and not saved. Sent with `authed`, kept in memory there, so that
// drafts left on a shared computer open again only for the same user. Called by sessions.ts; see decision 14.

import { createHmac } from 'node:crypto';
import type { ItemId } from 'src/model/item/Item.ts';

/**
 * Returns 256 bits as base64url. While an administrator acts as a user, the pair has its own key, so that neither reads the other's drafts.
 */
export const draftKey = (secret: Buffer, userId: ItemId, actorId: ItemId | undefined): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify([userId, actorId ?? null]))
    .digest('base64url');
