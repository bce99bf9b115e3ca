// First search of a page: that of the list in its first column. The client and the server determine it in the same way, so that the
// server can answer it while the browser still loads the code that sends it.

import type { Query, SessionUser } from 'src/model/generated/wire.ts';
import { columnsOf } from 'src/model/listing/columnPath.ts';
import { openingOf, queryOf, screenPlan } from 'src/model/listing/listingPlan.ts';
import type { Registry } from 'src/model/schema/Registry.ts';

interface OpeningReader {
  readonly registry: Registry;
  readonly user: SessionUser | undefined;
  /** Day of the person's organisation. */
  readonly today: string;
}

/** Returns the keys of screens that contain a slash. */
export const slashedKeys = ({ screens }: Pick<Registry, 'screens'>): readonly string[] =>
  screens.map(({ path }) => path).filter((path) => path.includes('/'));

/** Returns undefined when the page at the address (path with query) begins with something other than a list. */
export const openingQuery = (address: string, reader: OpeningReader): Query | undefined => {
  const [path = '', search = ''] = address.split('?', 2);
  const [column] = columnsOf(path, search, slashedKeys(reader.registry));
  const screen = reader.registry.screens.find((each) => each.path === column?.segment);
  if (!screen?.search || screen.view !== undefined) return undefined;
  const plan = screenPlan(screen, reader);
  return queryOf(plan, openingOf(plan, column?.param).state);
};
