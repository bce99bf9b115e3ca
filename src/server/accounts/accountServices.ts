// Creates the account services of one process. Called by createServices.

import type { Clock } from 'src/base/clock.ts';
import type { Validator } from 'src/model/schema/Validator.ts';
import { createAccountLinks, type AccountLinks } from 'src/server/accounts/accountLinks.ts';
import { createPasskeys, type Passkeys } from 'src/server/accounts/passkeys.ts';
import { createProofOfWork, type ProofOfWork } from 'src/server/accounts/proofOfWork.ts';
import type { SecondFactors } from 'src/server/accounts/secondFactors.ts';
import type { Events } from 'src/server/eventLog/events.ts';
import type { Limits } from 'src/server/limits.ts';
import type { Mail } from 'src/server/mail/mail.ts';
import { createAccounts } from 'src/server/sessions/accounts.ts';
import type { Accounts, Sessions } from 'src/server/sessions/sessions.ts';
import { SESSION_CHANNEL } from 'src/server/sessions/sessionWatch.ts';
import type { SiteSettings } from 'src/server/siteSettings.ts';
import { secret } from 'src/server/store/accounts/siteSecret.ts';
import type { AdminLog } from 'src/server/store/adminLog.ts';
import type { Database } from 'src/server/store/database.ts';
import type { ItemStorage } from 'src/server/store/itemStorage.ts';

export interface AccountServices {
  readonly accounts: Accounts;
  readonly registration: SiteSettings['site']['registration'];
  readonly limits: Limits;
  readonly requireSecondFactor: SiteSettings['requireSecondFactor'];
  readonly accountLinks: AccountLinks;
  readonly secondFactors: SecondFactors;
  readonly passkeys: Passkeys;
  readonly proofOfWork: ProofOfWork;
}

export interface AccountServiceOptions {
  readonly adminLog: AdminLog;
  readonly events: Pick<Events, 'noticeOf' | 'write'>;
  readonly database: Database;
  readonly items: ItemStorage;
  readonly mail: Mail;
  readonly sessions: Sessions;
  readonly secondFactors: SecondFactors;
  readonly clock: Clock;
  readonly site: SiteSettings['site'];
  readonly requireSecondFactor: SiteSettings['requireSecondFactor'];
  readonly limits: Limits;
  readonly origin: string;
  readonly validateUser: Validator | undefined;
}

export const createAccountServices = async (options: AccountServiceOptions): Promise<AccountServices> => {
  const { database, site, origin, clock, secondFactors, limits, sessions } = options;
  const { siteName, registration } = site;
  return {
    accounts: createAccounts(database, sessions),
    registration,
    limits,
    secondFactors,
    requireSecondFactor: options.requireSecondFactor,
    accountLinks: createAccountLinks({ ...options, siteName, onEnd: () => database.notify(SESSION_CHANNEL) }),
    passkeys: createPasskeys({ database, clock, siteName, origin }),
    proofOfWork: createProofOfWork(database, await secret(database, 'puzzles')),
  };
};
