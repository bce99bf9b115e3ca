// The size of the search index for an operator, who does not wait behind long searches.

import { withTimeout } from 'src/base/withTimeout.ts';
import type { Search } from 'src/server/search/searchEngine.ts';
import type { IndexSize } from 'src/server/search/workerMessages.ts';

const SIZE_TIMEOUT_MS = 1_000;

/** Returns undefined when the index is being filled, or does not answer within a second. */
export const indexSizeSoon = async (search: Pick<Search, 'size'>): Promise<IndexSize | undefined> => {
  let size: IndexSize | undefined;
  const answered = search.size().then((answer) => (size = answer));
  await withTimeout(SIZE_TIMEOUT_MS, answered).catch(() => undefined);
  return size;
};
