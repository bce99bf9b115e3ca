// Actions on the caller's own alerts of saved searches. An alert is not a property of the search, so other people cannot see it.

import { parseItemId } from 'src/model/item/itemId.ts';
import { problem } from 'src/model/problems.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { refuseActing } from 'src/server/access/actions/refuseActing.ts';
import { endpoint } from 'src/server/searchAlerts/AlertNeeds.ts';

const OFF = 'OFF';

/** `act/searchAlerts`: those that the caller has asked for. */
export const searchAlertsAction = endpoint('searchAlerts', async ({ services, db, subject: { userId } }) => {
  if (userId === undefined) throw problem('notSignedIn');
  const alerts = await services.searchAlerts.list(db, userId);
  return {
    alerts: alerts.map(({ search, mode, paused }) => ({
      search,
      mode,
      ...(paused && { paused }),
    })),
  };
});

/** `act/chooseSearchAlert`: whether the caller wants a notice when items enter a saved search, and how it goes by mail. */
export const chooseSearchAlert = endpoint(
  'chooseSearchAlert',
  async ({ services, readFilter, tx, subject, target }, { mode }) => {
    if (subject.userId === undefined) throw problem('notSignedIn');
    refuseActing(subject);
    if (parseItemId(target).type !== SYSTEM_TYPES.savedSearch) throw problem('notFound');
    const saved = await services.access.visible(tx, readFilter, target);
    const wanted = mode === OFF ? undefined : mode;
    await services.searchAlerts.choose(tx, readFilter, { saved, mode: wanted });
    return {};
  },
);
