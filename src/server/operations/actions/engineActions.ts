// Every action of the engine by name. An area may not declare one of these again.

import type { EngineAction } from 'src/server/operations/actions/engineAction.ts';
import { applyGrants, revokeGrants, rolesAvailable } from 'src/server/operations/actions/rolesAvailable.ts';
import { auditTrail } from 'src/server/operations/actions/auditTrail.ts';
import { fetchNotifications, markNotifications } from 'src/server/operations/actions/fetchNotifications.ts';
import { masquerade } from 'src/server/operations/actions/masquerade.ts';

export const engineActions: ReadonlyMap<string, EngineAction> = new Map(
  [applyGrants, auditTrail, fetchNotifications, markNotifications, masquerade, revokeGrants, rolesAvailable].map(
    (action) => [action.name, action],
  ),
);
