// Sessions of many people without their passwords, whose check is slow by design. The tokens are like those of a sign-in.

import { randomUUID } from 'node:crypto';
import { systemClock } from 'src/base/clock.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { createTokens } from 'src/server/sessions/sessionTokens.ts';
import { insertSession, insertToken } from 'src/server/store/accounts/sessionRows.ts';
import { secret } from 'src/server/store/accounts/siteSecret.ts';
import type { Database } from 'src/server/store/database.ts';

const LIFETIME_MS = 8 * 60 * 60_000;

/** Returns a token of a new session for each of the people; one person may have several. */
export const openSessions = async (database: Database, people: readonly ItemId[]): Promise<string[]> => {
  const { sign } = await createTokens(new Uint8Array(await secret(database, 'jwt')), systemClock);
  const expires = new Date(Date.now() + LIFETIME_MS);
  const tokens: string[] = [];
  await database.transaction(async (tx) => {
    for (const userId of people) {
      const [id, tokenId] = [randomUUID(), randomUUID()];
      const session = { id, userId, actorId: undefined, parent: undefined, expires, second: false, device: undefined };
      await insertSession(tx, session);
      await insertToken(tx, tokenId, id, expires);
      tokens.push(await sign({ userId, tokenId, expires }));
    }
  });
  return tokens;
};
