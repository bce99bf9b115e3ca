// The organisation's day in tests: the product's test worlds and the organisation of the sample community keep this time zone. Suites take
// days from here and never from UTC or from the zone of the process, so that they pass at every hour.
import { dayIn, type Day } from 'src/model/calendar/dayIn.ts';
import { addDays } from 'src/model/calendar/localDay.ts';

export const ORGANISATION_ZONE = 'America/Vancouver';

/** Returns the organisation's day this number of days after today, or before it for a negative number. */
export const organisationDay = (days = 0): Day => addDays(dayIn(new Date(), ORGANISATION_ZONE), days);
