// Starts the search of the first page as soon as the user is known, while the code that shows its answer is still loading. Called once by
// main.tsx. Stores the query for the next visit to the same address (stores/firstSearch.ts).

import { when } from 'mobx';
import type { Client } from 'src/client/Client.ts';
import { openingOf, queryOf, screenPlan } from 'src/client/listing/listingPlan.ts';
import { refusalOf } from 'src/client/navigation/menuTree.ts';
import { FIRST_SEARCH_KEY, type FirstSearch } from 'src/client/stores/firstSearch.ts';
import type { Query } from 'src/model/generated/wire.ts';

/** Returns the query of the first column if it is a listing that the person may enter. */
const openingQuery = ({ registry, session, site, navigation, day }: Client): Query | undefined => {
  const { user } = session;
  const [cell] = navigation.cells;
  const screen = registry.screens.find(({ path }) => path === cell?.view);
  if (!screen?.search || screen.view !== undefined || refusalOf(screen, { user, site }) !== undefined) return undefined;
  const plan = screenPlan(screen, { registry, user, today: day.today });
  return queryOf(plan, openingOf(plan, cell?.param).state);
};

/** `remember` keeps a value on this device. */
export const askAhead = (client: Client, remember: (key: string, value: FirstSearch) => void): void => {
  const { session, search, navigation } = client;
  session.entered.add(() => {
    if (!session.signedIn) search.forgetAhead();
  });
  void when(
    () => session.user !== undefined,
    () => {
      const query = openingQuery(client);
      if (!query) return;
      search.askAhead(query, 'start');
      remember(FIRST_SEARCH_KEY, { address: navigation.address, query });
    },
  );
};
