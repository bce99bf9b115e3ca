// Counts the matches of several queries for the operation `count`. A refused query is answered by its problem. Called by the search engine.

import type { Query, SearchAnswer, SubQuery } from 'src/model/generated/wire.ts';
import { isProblem, type Problem } from 'src/model/problems.ts';
import { refuseUnbounded } from 'src/model/query/queryBounds.ts';

/** Queries of one request that wait for the worker together: few compared to its queue (workerPort.ts), so that others find space. */
const COUNTED_AT_ONCE = 10;

type Ask = (query: Query) => Promise<Pick<SearchAnswer, 'total'>>;

const queryTotal = async (query: SubQuery, ask: Ask): Promise<number | Problem> => {
  try {
    refuseUnbounded(query);
    return (await ask({ ...query, max: 0 })).total;
  } catch (thrown) {
    if (isProblem(thrown) && thrown.key === 'invalid') return thrown;
    throw thrown;
  }
};

/** Returns the totals in the order of the queries. */
export const totalsOf = async (queries: readonly SubQuery[], ask: Ask): Promise<(number | Problem)[]> => {
  const totals: (number | Problem)[] = [];
  for (let from = 0; from < queries.length; from += COUNTED_AT_ONCE) {
    const some = queries.slice(from, from + COUNTED_AT_ONCE);
    // oxlint-disable-next-line no-await-in-loop -- a part after the other
    totals.push(...(await Promise.all(some.map((query) => queryTotal(query, ask)))));
  }
  return totals;
};
