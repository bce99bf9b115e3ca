// The module of sessions.

import { itemId } from 'src/model/item/itemId.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { defineModule } from 'src/server/Module.ts';
import type { SessionWatch } from 'src/server/sessions/sessionWatch.ts';
import type { FeedConsumer } from 'src/server/watch/changeFeed.ts';

export interface FollowedSessions {
  readonly registry: ServerRegistry;
  readonly sessionWatch: Pick<SessionWatch, 'wake'>;
}

/** Reloads sessions when a user has changed in any process. */
const followUsers = ({ registry, sessionWatch }: FollowedSessions): FeedConsumer => {
  const userTypeNumber = registry.types[SYSTEM_TYPES.user]?.number;
  return {
    load: () => Promise.resolve(sessionWatch.wake()),
    apply: (changes) => {
      const users = changes.flatMap(({ t, i }) => (t === userTypeNumber ? [itemId(SYSTEM_TYPES.user, i)] : []));
      return Promise.resolve(users.length > 0 ? sessionWatch.wake(users) : undefined);
    },
  };
};

export const sessionsModule = defineModule<FollowedSessions>({ feed: (services) => [followUsers(services)] });
