// `act/askAccess`: asks those who administer an item's owner for more rights on it, in the caller's words. They are notified, and may grant
// them on the item.

import { refuseActing } from 'src/server/access/actions/refuseActing.ts';
import { endpoint } from 'src/server/rights/RightsNeeds.ts';
import { writeMetadataOf } from 'src/server/rules/writeMetadata.ts';

export const askAccess = endpoint('askAccess', async (context, { reason }) => {
  const { services, db, tx, subject, stored } = context;
  refuseActing(subject);
  const to = await services.audience.administratorsOf(db, stored.owners);
  const details = { name: 'askAccess', to, description: reason };
  await services.events.writeOfAction(tx, stored, details, writeMetadataOf(context));
  return {};
});
