// Module of the people of owners and their rights.

import { defineModule } from 'src/server/Module.ts';
import type { PeopleNeeds } from 'src/server/people/PeopleNeeds.ts';
import { withdrawCapabilities } from 'src/server/people/withdrawCapabilities.ts';

export const peopleModule = defineModule<PeopleNeeds>({ follower: { updated: withdrawCapabilities } });
