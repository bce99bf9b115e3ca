// Endpoints of memberships.

import { peopleRights, setMembership } from 'src/server/people/peopleEndpoints.ts';
import type { PeopleNeeds } from 'src/server/people/PeopleNeeds.ts';
import { defineModule } from 'src/server/Module.ts';

export const peopleModule = defineModule<PeopleNeeds>({ endpoints: [peopleRights, setMembership] });
