// Services that invitations to an account need.

import { endpointFor } from 'src/server/endpoint.ts';
import type { Context, ReadingContext, WritingContext } from 'src/server/context.ts';
import type { FollowOptions } from 'src/server/accounts/followAccounts.ts';
import type { Passkeys } from 'src/server/accounts/passkeys.ts';
import type { SecondFactors } from 'src/server/accounts/secondFactors.ts';
import type { Limits } from 'src/server/limits.ts';
import type { Mail } from 'src/server/mail/mail.ts';
import type { RuleNeeds } from 'src/server/rules/RuleNeeds.ts';
import type { Search } from 'src/server/search/searchEngine.ts';
import type { AdminLog } from 'src/server/store/adminLog.ts';
import type { SiteSettings } from 'src/server/siteSettings.ts';

export interface AccountNeeds extends RuleNeeds, FollowOptions {
  readonly adminLog: AdminLog;
  readonly limits: Limits;
  readonly passkeys: Passkeys;
  readonly secondFactors: SecondFactors;
  readonly mail: Pick<Mail, 'queue'>;
  readonly search: Search;
  readonly registration: SiteSettings['site']['registration'];
}

export type AccountContext = Context<AccountNeeds>;
export type AccountReading = ReadingContext<AccountNeeds>;
export type AccountWriting = WritingContext<AccountNeeds>;

export const endpoint = endpointFor<AccountNeeds>();
