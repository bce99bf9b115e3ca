// `act/setPreferences` and `act/setStar`: what a person keeps for themselves (store/accounts/keptByPerson.ts). Every open page of the
// person is sent `authed` anew, with the preferences and the version that moved.

import type { Values } from 'src/model/item/Item.ts';
import { parseItemId } from 'src/model/item/itemId.ts';
import { invalid, problem } from 'src/model/problems.ts';
import type { WritingContext } from 'src/server/context.ts';
import type { EngineAction } from 'src/server/operations/actions/engineActions.ts';
import { SESSION_CHANNEL } from 'src/server/sessions/sessionWatch.ts';
import { keepPreferences, MAX_STARS, personOf, putStar } from 'src/server/store/accounts/keptByPerson.ts';
import type { Transaction } from 'src/server/store/database.ts';

const writing = ({ tx, subject, services }: WritingContext): { readonly tx: Transaction; readonly person: number } => {
  const person = personOf(subject);
  if (person === undefined) throw problem('notSignedIn');
  tx.afterCommit(() => services.database.notify(SESSION_CHANNEL));
  return { tx, person };
};

export const setPreferences: EngineAction<'setPreferences'> = {
  name: 'setPreferences',
  async run(input, context) {
    const { tx, person } = writing(context);
    await keepPreferences(tx, person, input['values'] as Values);
    return {};
  },
};

export const setStar: EngineAction<'setStar'> = {
  name: 'setStar',
  async run(input, context, id) {
    const { services, readFilter } = context;
    const starred = input['starred'] === true;
    const { tx, person } = writing(context);
    const type = services.registry.types[parseItemId(id).type];
    if (!type) throw problem('notFound');
    // A star is taken away from an item that is gone or hidden alike.
    if (starred) await services.access.visible(tx, readFilter, id, false);
    if (!(await putStar(tx, { person, type: type.number, id, starred })))
      throw invalid([{ path: '/starred', message: 'errors.array.max', params: { max: MAX_STARS } }]);
    return {};
  },
};
