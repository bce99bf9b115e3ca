// `count`: how many items each of several named queries matches, as far as the caller may see, in one question. A query that is refused
// is named with the reason, and the others are answered.

import { isProblem } from 'src/model/problems.ts';
import { erredBody } from 'src/model/wire/replies.ts';
import { costOfCounts } from 'src/server/limits.ts';
import { endpoint } from 'src/server/search/SearchNeeds.ts';

export const countEndpoint = endpoint(
  'count',
  async ({ services, readFilter, gone }, { queries }) => {
    const named = Object.entries(queries);
    const queryList = named.map(([, query]) => query);
    const counted = await services.search.totals(readFilter, queryList, gone);
    const answers = named.map(([name], at) => [name, counted[at]] as const);
    const refused = answers.flatMap(([name, each]) => (isProblem(each) ? [[name, erredBody(each)] as const] : []));
    return {
      totals: Object.fromEntries(answers.flatMap(([name, each]) => (typeof each === 'number' ? [[name, each]] : []))),
      ...(refused.length > 0 && { refused: Object.fromEntries(refused) }),
    };
  },
  costOfCounts,
);
