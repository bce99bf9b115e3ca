// Endpoints about rights on items and grants of them.

import { isAllowedEndpoint } from 'src/server/rights/isAllowed.ts';
import { readAllowed } from 'src/server/rights/readAllowed.ts';
import { getGrantedBy } from 'src/server/rights/getGrantedBy.ts';
import { applyGrantsEndpoint, revokeGrantsEndpoint, rolesAvailable } from 'src/server/rights/grantEndpoints.ts';
import { askAccess } from 'src/server/rights/askAccess.ts';
import { filterByPerm } from 'src/server/rights/filterByPerm.ts';
import { auditTrail } from 'src/server/rights/auditTrail.ts';
import type { RightsNeeds } from 'src/server/rights/RightsNeeds.ts';
import { defineModule } from 'src/server/Module.ts';

export const rightsModule = defineModule<RightsNeeds>({
  endpoints: [
    isAllowedEndpoint,
    readAllowed,
    getGrantedBy,
    applyGrantsEndpoint,
    revokeGrantsEndpoint,
    rolesAvailable,
    askAccess,
    filterByPerm,
    auditTrail,
  ],
});
