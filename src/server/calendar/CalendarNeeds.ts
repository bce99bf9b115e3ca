// Services that calendar feeds need.

import { endpointFor } from 'src/server/endpoint.ts';
import type { Context } from 'src/server/context.ts';
import type { ExchangeNeeds } from 'src/server/exchange/ExchangeNeeds.ts';
import type { Sessions } from 'src/server/sessions/sessions.ts';
import type { SiteSettings } from 'src/server/siteSettings.ts';
import type { ReadFilters } from 'src/server/store/readers/readFilters.ts';
import type { ZoneOfSubject } from 'src/server/watch/subjectZones.ts';

export interface CalendarNeeds extends ExchangeNeeds {
  readonly readFilters: ReadFilters;
  readonly sessions: Pick<Sessions, 'subjectOf'>;
  readonly requireSecondFactor: SiteSettings['requireSecondFactor'];
  readonly zoneOf: ZoneOfSubject;
  /** Address of the site: `https://host`. */
  readonly origin: string;
}

export type CalendarContext = Context<CalendarNeeds>;

export const endpoint = endpointFor<CalendarNeeds>();
