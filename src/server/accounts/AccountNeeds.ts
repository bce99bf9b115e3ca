// Services that invitations to an account need.

import type { Context, ReadingContext, WritingContext } from 'src/server/context.ts';
import type { Mail } from 'src/server/mail/mail.ts';
import type { RuleNeeds } from 'src/server/rules/RuleNeeds.ts';
import type { Search } from 'src/server/search/searchEngine.ts';
import type { SiteSettings } from 'src/server/siteSettings.ts';

interface AccountNeeds extends RuleNeeds {
  readonly mail: Pick<Mail, 'queue'>;
  readonly search: Search;
  readonly registration: SiteSettings['site']['registration'];
}

export type AccountContext = Context<AccountNeeds>;
export type AccountReading = ReadingContext<AccountNeeds>;
export type AccountWriting = WritingContext<AccountNeeds>;
