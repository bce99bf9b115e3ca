// `act/privateReads`: lists which people were shown PRIVATE content of the whole site, newest first, for administrators of the site. Reads of
// accounts and of what belongs to one person are listed on request.

import { isItemId } from 'src/model/item/itemId.ts';
import { demandSiteAdmin } from 'src/server/access/actions/refuseActing.ts';
import type { AuditEntry } from 'src/server/store/audit.ts';
import { endpoint } from 'src/server/rights/RightsNeeds.ts';

const READS_PAGE = 50;
/** An export reads pages of this size. */
const LARGEST_READS_PAGE = 1_000;

export const privateReads = endpoint(
  'privateReads',
  async ({ services, db, readFilter, subject }, { before, max = READS_PAGE, ...filter }) => {
    demandSiteAdmin(subject);
    const { by, owner, from, until, types, personal = false } = filter;
    const page = { before, max: Math.min(LARGEST_READS_PAGE, max) };
    const { entries, more } = await services.audit.reads(db, { by, owner, from, until, types, personal, ...page });
    const named = (entry: Pick<AuditEntry, 'by' | 'asUser' | '$id' | 'owners'>): string[] =>
      [entry.by, entry.asUser, entry.$id, ...entry.owners].filter(isItemId);
    const labels = await services.items.labels(db, readFilter, [...new Set(entries.flatMap(named))]);
    return {
      entries: entries.map(({ session: _, ...entry }) => ({
        ...entry,
        owners: [...entry.owners],
        labels: Object.fromEntries(named(entry).flatMap((id) => (labels.has(id) ? [[id, labels.get(id) ?? '']] : []))),
      })),
      more,
    };
  },
);
