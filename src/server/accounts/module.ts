// Module of accounts and their sessions.

import { accountRoutes } from 'src/server/transport/accountRoutes.ts';
import {
  addPasskey,
  addTotp,
  changePasswordEndpoint,
  confirmPasskey,
  confirmTotp,
  endSessions,
  newRecoveryCodes,
  ownAccount,
  removeSecondFactorEndpoint,
} from 'src/server/accounts/ownAccountEndpoints.ts';
import { accountStateEndpoint, invite } from 'src/server/accounts/inviteEndpoints.ts';
import { setPreferencesEndpoint, setStar } from 'src/server/accounts/personEndpoints.ts';
import { defineModule } from 'src/server/Module.ts';
import { accountEmails } from 'src/server/accounts/accountEmails.ts';
import type { AccountNeeds } from 'src/server/accounts/AccountNeeds.ts';
import { startFollowing } from 'src/server/accounts/followAccounts.ts';
import { pruneKept } from 'src/server/store/accounts/keptByPerson.ts';
import { pruneCredentials, pruneSessions } from 'src/server/store/accounts/sessionRows.ts';
import { pruneAccountTokens } from 'src/server/store/accounts/tokenRows.ts';

export const accountsModule = defineModule<AccountNeeds>({
  routes: [accountRoutes],
  endpoints: [
    ownAccount,
    changePasswordEndpoint,
    endSessions,
    addTotp,
    confirmTotp,
    addPasskey,
    confirmPasskey,
    removeSecondFactorEndpoint,
    newRecoveryCodes,
    invite,
    accountStateEndpoint,
    setPreferencesEndpoint,
    setStar,
  ],
  jobs: startFollowing,
  prune: [pruneSessions, pruneKept, pruneAccountTokens, pruneCredentials],
  mailTemplates: ({ items }) => accountEmails(items),
});
