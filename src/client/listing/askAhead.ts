// Starts the search of the first page as soon as the user is known, while the code that shows its answer is still loading. Called once by
// main.tsx.

import { when } from 'mobx';
import type { Client } from 'src/client/Client.ts';
import { refusalOf } from 'src/client/navigation/menuTree.ts';
import type { Query } from 'src/model/generated/wire.ts';
import { openingQuery } from 'src/model/listing/openingQuery.ts';

/** Returns the query of the first column if it is a listing that the person may enter. */
const ownOpeningQuery = ({ registry, session: { user }, site, navigation, day }: Client): Query | undefined => {
  const [cell] = navigation.cells;
  const screen = registry.screens.find(({ path }) => path === cell?.view);
  if (!screen || refusalOf(screen, { user, site }) !== undefined) return undefined;
  return openingQuery(navigation.address, { registry, user, today: day.today });
};

export const askAhead = (client: Client): void => {
  const { session, search, navigation } = client;
  session.entered.add(() => {
    if (!session.signedIn) search.forgetAhead();
  });
  void when(
    () => session.user !== undefined,
    () => {
      const query = ownOpeningQuery(client);
      if (query) search.askAhead(query, navigation.address);
    },
  );
};
