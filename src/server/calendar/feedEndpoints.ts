// Endpoints that make, list and end the addresses of a person's calendars. They refuse a person who acts as another user.

import type { Query } from 'src/model/generated/wire.ts';
import { problem } from 'src/model/problems.ts';
import { refuseActing } from 'src/server/access/actions/refuseActing.ts';
import { makeFeed } from 'src/server/calendar/readFeed.ts';
import { endpoint } from 'src/server/calendar/CalendarNeeds.ts';
import { queryInput } from 'src/server/search/queryInput.ts';
import { CALENDAR_PURPOSE, removeFeed } from 'src/server/store/accounts/calendarFeedRows.ts';

/** Returns the query of the calendar without the parts that belong to one view of it. */
const questionIn = ({ must, mustNot, should, minShould }: Query): Query => ({
  ...(must && { must }),
  ...(mustNot && { mustNot }),
  ...(should && { should }),
  ...(minShould !== undefined && { minShould }),
});

/** Throws `invalid` when the query cannot be asked, so that no feed is made that fails later. */
export const makeCalendarFeed = endpoint('makeCalendarFeed', {
  prepare: async ({ subject, services, readFilter, target }, { name, names = false, remind = null, ...input }) => {
    refuseActing(subject);
    if (subject.userId !== target) throw problem('notAllowed');
    const query = questionIn(queryInput(input.query));
    await services.search.search(readFilter, { ...query, days: true, max: 1 });
    return ({ tx }) => makeFeed(tx, target, { query, name, names, remind });
  },
});

export const endCalendarFeed = endpoint('endCalendarFeed', async ({ subject, tx, target }, { feed }) => {
  refuseActing(subject);
  if (subject.userId !== target) throw problem('notAllowed');
  if (!(await removeFeed(tx, target, { feed, purpose: CALENDAR_PURPOSE }))) throw problem('notFound');
  return {};
});
