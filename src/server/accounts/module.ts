// What accounts and their sessions add to the composition.

import { defineModule } from 'src/server/Module.ts';
import { accountLetters } from 'src/server/accounts/accountLetters.ts';
import { startFollowing, type FollowOptions } from 'src/server/accounts/followAccounts.ts';
import { pruneKept } from 'src/server/store/accounts/keptByPerson.ts';
import { pruneCredentials, pruneSessions } from 'src/server/store/accounts/sessionRows.ts';
import { pruneAccountTokens } from 'src/server/store/accounts/tokenRows.ts';

export const accountsModule = defineModule<FollowOptions>({
  jobs: startFollowing,
  prune: [pruneSessions, pruneKept, pruneAccountTokens, pruneCredentials],
  mailTemplates: ({ items }) => accountLetters(items),
});
