// Every action of the engine by name. An area may not declare one of these again.

import type { EngineAction } from 'src/server/operations/actions/engineAction.ts';
import { applyGrants } from 'src/server/operations/actions/applyGrants.ts';
import { auditTrail } from 'src/server/operations/actions/auditTrail.ts';
import { fetchNotifications } from 'src/server/operations/actions/fetchNotifications.ts';
import { markNotifications } from 'src/server/operations/actions/markNotifications.ts';
import { masquerade } from 'src/server/operations/actions/masquerade.ts';
import { revokeGrants } from 'src/server/operations/actions/revokeGrants.ts';
import { rolesAvailable } from 'src/server/operations/actions/rolesAvailable.ts';

export const engineActions: ReadonlyMap<string, EngineAction> = new Map(
  [applyGrants, auditTrail, fetchNotifications, markNotifications, masquerade, revokeGrants, rolesAvailable].map(
    (action) => [action.name, action],
  ),
);
