// `act/auditTrail`: lists who was shown a PRIVATE item, PRIVATE parts of an item, or its attached files, newest first. Only administrators
// of the site and of the item's owner may ask. An item that the caller may not see is answered as not found.

import type { Endpoints } from 'src/model/generated/endpoints.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { problem } from 'src/model/problems.ts';
import { administers } from 'src/server/access/actions/predicateValues.ts';
import type { AuditEntry } from 'src/server/store/audit.ts';
import { endpoint } from 'src/server/rights/RightsNeeds.ts';

const DEFAULT_TRAIL_PAGE = 50;
const LARGEST_TRAIL_PAGE = 200;
const MAX_FILES = 1_000;

const auditEntry = ({
  entry,
  at,
  by,
  asUser,
  channel,
  $id,
  _u,
}: AuditEntry): Endpoints['auditTrail']['answer']['entries'][number] => ({
  entry,
  at,
  by,
  asUser,
  channel,
  $id,
  _u,
});

export const auditTrail = endpoint(
  'auditTrail',
  async ({ services, db, readFilter, subject, stored }, { before, max }) => {
    if (!administers(subject, stored.owners)) throw problem('notAllowed');
    const files = await services.search.search(readFilter, {
      must: { _t: [SYSTEM_TYPES.file], rel: [stored.id] },
      max: MAX_FILES,
    });
    const { entries, more } = await services.audit.trail(db, [stored.id, ...files.ids], {
      before,
      max: Math.min(LARGEST_TRAIL_PAGE, max ?? DEFAULT_TRAIL_PAGE),
    });
    return { entries: entries.map(auditEntry), more };
  },
);
