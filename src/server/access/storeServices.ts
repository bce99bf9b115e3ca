// The services that need only the database: read filters, items, access, audit. Called once by services.ts, and by tests.

import type { Clock } from 'src/base/clock.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import type { ActionRights } from 'src/server/access/actions/actionRights.ts';
import { createActionRights } from 'src/server/access/actions/actionRights.ts';
import { createReadFilters } from 'src/server/store/readers/readFilters.ts';
import type { ReadFilters } from 'src/server/store/readers/readFilters.ts';
import type { Audit } from 'src/server/store/audit.ts';
import { createAudit } from 'src/server/store/audit.ts';
import type { ValueFunctions } from 'src/server/store/valueFunctions.ts';
import type { DeclaredPredicates } from 'src/server/access/actions/predicateValues.ts';
import type { JobHandlers } from 'src/server/store/jobRows.ts';
import { createAdminLog, type AdminLog } from 'src/server/store/adminLog.ts';
import { createLoggedItems } from 'src/server/store/loggedItems.ts';
import { createItemStorage } from 'src/server/store/itemStorage.ts';
import type { Database } from 'src/server/store/database.ts';
import type { ItemStorage } from 'src/server/store/itemStorage.ts';
import type { FormerValues } from 'src/server/store/storeContext.ts';

export interface StoreServices {
  readonly readFilters: ReadFilters;
  readonly items: ItemStorage;
  readonly access: ActionRights;
  readonly audit: Audit;
  readonly adminLog: AdminLog;
  readonly jobs: JobHandlers;
  /** Forgets what is known of terms: an erasure has deleted some. */
  readonly forgetTerms: () => void;
}

export interface StoreServicesOptions {
  readonly registry: ServerRegistry;
  readonly domain: Pick<ValueFunctions, 'clocks'> & { readonly predicates: DeclaredPredicates };
  /** Migrated to this registry. */
  readonly database: Database;
  readonly clock: Clock;
  /** IANA time zone of the site; UTC by default. */
  readonly timeZone?: string;
  readonly undoDays?: number | undefined;
  /** The number of the schema of each type, by type number. */
  readonly schemas?: ReadonlyMap<number, number> | undefined;
  readonly formerValues?: FormerValues | undefined;
}

export const createStoreServices = (options: StoreServicesOptions): StoreServices => {
  const readFilters = createReadFilters(options.database);
  const audit = createAudit(options);
  const storage = createItemStorage({ ...options, readFilters, audit });
  const { jobs, forgetTerms } = storage;
  const adminLog = createAdminLog({ ...options, items: storage.items });
  const items = createLoggedItems(storage.items, adminLog);
  return {
    readFilters,
    items,
    audit,
    adminLog,
    jobs,
    forgetTerms,
    access: createActionRights({ ...options, readFilters, items }),
  };
};
