// `act/searchBelongingOrgs`: a query among the organizations of the screen of institutions.

import { costOfScreenSearch, endpoint, searchScreen } from 'src/server/extend.ts';

export const searchBelongingOrgs = endpoint(
  'searchBelongingOrgs',
  async (context, { query }) => {
    const { ids, total } = await searchScreen(context, 'belongings.intitutions', query);
    return { results: [...ids], total };
  },
  costOfScreenSearch,
);
