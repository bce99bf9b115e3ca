// Endpoints of memberships.

import { peopleRights, setMembership } from 'src/server/people/peopleEndpoints.ts';
import { defineModule } from 'src/server/Module.ts';

export const peopleModule = defineModule({ endpoints: [peopleRights, setMembership] });
