// How many match each of several queries, as the operation `count` asks. A query that is refused is answered by the reason. Called by
// the search engine, which counts each as it searches.

import type { Query, SearchAnswer, SubQuery } from 'src/model/generated/wire.ts';
import { isProblem, type Problem } from 'src/model/problems.ts';
import { refuseUnbounded } from 'src/model/query/queryBounds.ts';

/** Queries of one question that wait for the worker together: so few of all that may wait (workerPort.ts) that others find a place. */
const COUNTED_AT_ONCE = 10;

type Ask = (query: Query) => Promise<Pick<SearchAnswer, 'total'>>;

const totalOf = async (query: SubQuery, ask: Ask): Promise<number | Problem> => {
  try {
    refuseUnbounded(query);
    return (await ask({ ...query, max: 0 })).total;
  } catch (thrown) {
    if (isProblem(thrown) && thrown.key === 'invalid') return thrown;
    throw thrown;
  }
};

/** In the order asked. */
export const totalsOf = async (queries: readonly SubQuery[], ask: Ask): Promise<(number | Problem)[]> => {
  const totals: (number | Problem)[] = [];
  for (let from = 0; from < queries.length; from += COUNTED_AT_ONCE) {
    const some = queries.slice(from, from + COUNTED_AT_ONCE);
    // oxlint-disable-next-line no-await-in-loop -- a part after the other
    totals.push(...(await Promise.all(some.map((query) => totalOf(query, ask)))));
  }
  return totals;
};
