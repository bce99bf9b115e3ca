// The addresses of calendars that a person has: made, listed with the account, ended. Never by somebody who acts as another.

import type { Query } from 'src/model/generated/wire.ts';
import { problem } from 'src/model/problems.ts';
import { refuseActing } from 'src/server/access/actions/refuseActing.ts';
import { makeFeed } from 'src/server/calendar/readFeed.ts';
import type { EngineAction } from 'src/server/operations/actions/engineActions.ts';
import { queryInput } from 'src/server/operations/actions/queryInput.ts';
import { removeFeed } from 'src/server/store/accounts/calendarFeedRows.ts';

/** What the calendar asks, without what belongs to one look at it. */
const questionIn = ({ must, mustNot, should, minShould }: Query): Query => ({
  ...(must && { must }),
  ...(mustNot && { mustNot }),
  ...(should && { should }),
  ...(minShould !== undefined && { minShould }),
});

/** Throws `invalid` when the query cannot be asked, so that no feed is made that fails later. */
const makeCalendarFeed: EngineAction<'makeCalendarFeed'> = {
  name: 'makeCalendarFeed',
  async prepare(input, { subject, services, readFilter }, target) {
    refuseActing(subject);
    if (subject.userId !== target) throw problem('notAllowed');
    const query = questionIn(queryInput(input['query']));
    await services.search.search(readFilter, { ...query, days: true, max: 1 });
    const { name, names, remind } = input;
    const feed = {
      ...{ query, name: String(name), names: names === true },
      remind: typeof remind === 'number' ? remind : null,
    };
    return ({ tx }) => makeFeed(tx, target, feed);
  },
};

const endCalendarFeed: EngineAction<'endCalendarFeed'> = {
  name: 'endCalendarFeed',
  async run({ feed }, { subject, tx }, target) {
    refuseActing(subject);
    if (subject.userId !== target) throw problem('notAllowed');
    if (!(await removeFeed(tx, target, Number(feed)))) throw problem('notFound');
    return {};
  },
};

export const calendarFeedActions: readonly EngineAction[] = [makeCalendarFeed, endCalendarFeed];
