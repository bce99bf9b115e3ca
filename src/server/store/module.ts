// Module of the store.

import { defineModule } from 'src/server/Module.ts';
import { pruneAcls } from 'src/server/store/aclRows.ts';
import { pruneClaims } from 'src/server/store/claimRows.ts';
import { adoptMigrations } from 'src/server/store/itemSchemas.ts';
import type { JobHandlers } from 'src/server/store/jobRows.ts';
import { pruneRemoved } from 'src/server/store/removed.ts';
import { pruneHeldReplies } from 'src/server/store/requests/heldReplies.ts';
import { pruneIdempotency } from 'src/server/store/requests/idempotencyKeys.ts';
import { pruneRateLimits } from 'src/server/store/requests/rateLimitRows.ts';

export interface StoreNeeds {
  readonly storeJobs: JobHandlers;
}

export const storeModule = defineModule<StoreNeeds>({
  jobs: ({ storeJobs }) => storeJobs,
  prune: [pruneIdempotency, pruneRateLimits, pruneRemoved, pruneAcls, pruneClaims],
  pruneOften: [pruneHeldReplies, adoptMigrations],
});
