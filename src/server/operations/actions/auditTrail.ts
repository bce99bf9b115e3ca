// `act/auditTrail`: who was shown an item that is PRIVATE, or what is PRIVATE in it, and the files that hang on it; newest first.
// For the administrators of the site and of whoever owns the item. An item that the caller may not see has no trail either.

import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { Json } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import { administers } from 'src/server/access/actions/predicateValues.ts';
import type { AuditEntry } from 'src/server/store/audit.ts';
import type { EngineAction } from 'src/server/operations/actions/engineActions.ts';

const DEFAULT_PAGE = 50;
const LARGEST_PAGE = 200;
const MAX_FILES = 1_000;

const shown = ({ entry, at, by, asUser, channel, $id, _u }: AuditEntry): Json => ({
  entry,
  at,
  by,
  asUser,
  channel,
  $id,
  _u,
});

export const auditTrail: EngineAction<'auditTrail'> = {
  name: 'auditTrail',
  searches: () => 1,
  async run({ before, max }, { services, db, readFilter, subject }, target) {
    const stored = await services.access.visible(db, readFilter, target);
    if (!administers(subject, stored.owners)) throw problem('notAllowed');
    const files = await services.search.search(readFilter, {
      must: { _t: [SYSTEM_TYPES.file], rel: [target] },
      max: MAX_FILES,
    });
    const { entries, more } = await services.audit.trail(db, [target, ...files.ids], {
      before: before as number | undefined,
      max: Math.min(LARGEST_PAGE, (max as number | undefined) ?? DEFAULT_PAGE),
    });
    return { entries: entries.map(shown), more };
  },
};
