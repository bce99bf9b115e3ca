// Module of accounts and their sessions.

import { accountRoutes, type AccountRouteNeeds } from 'src/server/accounts/accountRoutes.ts';
import { defineModule } from 'src/server/Module.ts';
import { accountEmails } from 'src/server/accounts/accountEmails.ts';
import type { AccountNeeds } from 'src/server/accounts/AccountNeeds.ts';
import { startFollowing } from 'src/server/accounts/followAccounts.ts';
import { pruneKept } from 'src/server/store/accounts/keptByPerson.ts';
import { pruneCredentials, pruneSessions } from 'src/server/store/accounts/sessionRows.ts';
import { pruneAccountTokens } from 'src/server/store/accounts/tokenRows.ts';

export const accountsModule = defineModule<AccountNeeds & AccountRouteNeeds>({
  routes: [accountRoutes],
  jobs: startFollowing,
  prune: [pruneSessions, pruneKept, pruneAccountTokens, pruneCredentials],
  mailTemplates: ({ items }) => accountEmails(items),
});
