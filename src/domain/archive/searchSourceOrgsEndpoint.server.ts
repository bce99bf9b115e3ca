// `act/searchSourceOrgs`: a query among the organizations of the screen of source organizations.

import { costOfScreenSearch, endpoint, searchScreen } from 'src/server/extend.ts';

export const searchSourceOrgs = endpoint(
  'searchSourceOrgs',
  async (context, { query }) => {
    const { ids, total } = await searchScreen(context, 'archive.orgs', query);
    return { results: [...ids], total };
  },
  costOfScreenSearch,
);
