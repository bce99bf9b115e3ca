// The rooms that stand on the database alone: gates, items, access, audit. Called once by createServer, and by tests.
// Throws when the declarations are not complete, so that a server with an open door never starts.

import type { Clock } from 'src/base/clock.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Access } from 'src/server/access/Access.ts';
import { checkDeclarations } from 'src/server/access/checkDeclarations.ts';
import { createAccess } from 'src/server/access/createAccess.ts';
import { createGates } from 'src/server/access/createGates.ts';
import type { Gates } from 'src/server/access/Gate.ts';
import type { Audit } from 'src/server/audit/Audit.ts';
import { createAudit } from 'src/server/audit/createAudit.ts';
import type { Domain } from 'src/server/extend.ts';
import { createItemStore } from 'src/server/store/createItemStore.ts';
import type { Database } from 'src/server/store/Database.ts';
import type { ItemStore } from 'src/server/store/ItemStore.ts';

export interface StoreRooms {
  readonly gates: Gates;
  readonly items: ItemStore;
  readonly access: Access;
  readonly audit: Audit;
}

export interface StoreRoomsOptions {
  readonly registry: ServerRegistry;
  readonly domain: Domain;
  /** Migrated to this registry. */
  readonly database: Database;
  readonly clock: Clock;
}

export const createStoreRooms = (options: StoreRoomsOptions): StoreRooms => {
  checkDeclarations(options.registry, options.domain);
  const gates = createGates(options.database);
  const audit = createAudit(options);
  const items = createItemStore({ ...options, gates, audit });
  return { gates, items, audit, access: createAccess({ ...options, items }) };
};
