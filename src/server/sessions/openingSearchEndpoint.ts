// `openingSearch`: the first search of the page at an address with its answer. The page requests it while it loads the code that would
// otherwise send the search.

import { dayIn, isTimeZone } from 'src/model/calendar/dayIn.ts';
import { openingQuery } from 'src/model/listing/openingQuery.ts';
import { problem } from 'src/model/problems.ts';
import { endpointFor } from 'src/server/endpoint.ts';
import { queryInput } from 'src/server/search/queryInput.ts';
import { searchAnswer } from 'src/server/search/searchAnswer.ts';
import type { SearchNeeds } from 'src/server/search/SearchNeeds.ts';
import type { SessionNeeds } from 'src/server/sessions/SessionNeeds.ts';

const endpoint = endpointFor<SessionNeeds & SearchNeeds>();

export const openingSearch = endpoint('openingSearch', async (context, { address }) => {
  const { services, session, now } = context;
  if (!session) throw problem('notSignedIn');
  const user = await services.sessions.sessionUser(session);
  const today = dayIn(now, isTimeZone(user.timeZone) ? user.timeZone : 'UTC');
  const query = openingQuery(address, { registry: services.registry, user, today });
  // An address is input as well: its texts and filters have the limits of a search.
  return query ? { query, answer: await searchAnswer(context, queryInput(query)) } : {};
});
