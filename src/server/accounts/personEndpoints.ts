// `act/setPreferences` and `act/setStar`: private data of a person (store/accounts/keptByPerson.ts). Every open page of the person gets
// another `authed` with the preferences and the new version.

import { parseItemId } from 'src/model/item/itemId.ts';
import { invalid, problem } from 'src/model/problems.ts';
import type { WritingContext } from 'src/server/context.ts';
import { endpoint, type AccountNeeds } from 'src/server/accounts/AccountNeeds.ts';
import { SESSION_CHANNEL } from 'src/server/sessions/sessionWatch.ts';
import { keepPreferences, MAX_STARS, personNumber, putStar } from 'src/server/store/accounts/keptByPerson.ts';
import type { Transaction } from 'src/server/store/database.ts';

const writing = ({
  tx,
  subject,
  services,
}: WritingContext<AccountNeeds>): { readonly tx: Transaction; readonly person: number } => {
  const person = personNumber(subject);
  if (person === undefined) throw problem('notSignedIn');
  tx.afterCommit(() => services.database.notify(SESSION_CHANNEL));
  return { tx, person };
};

export const setPreferencesEndpoint = endpoint('setPreferences', async (context, input) => {
  const { tx, person } = writing(context);
  await keepPreferences(tx, person, input.values);
  return {};
});

export const setStar = endpoint('setStar', async (context, input) => {
  const { target: id } = context;
  const { services, readFilter } = context;
  const starred = input.starred;
  const { tx, person } = writing(context);
  const type = services.registry.types[parseItemId(id).type];
  if (!type) throw problem('notFound');
  // A star can also be removed from a deleted or hidden item.
  if (starred) await services.access.visible(tx, readFilter, id, false);
  if (!(await putStar(tx, { person, type: type.number, id, starred })))
    throw invalid([{ path: '/starred', message: 'errors.array.max', params: { max: MAX_STARS } }]);
  return {};
});
