// Services that notices of events need.

import type { ActionRights } from 'src/server/access/actions/actionRights.ts';
import { endpointFor } from 'src/server/endpoint.ts';
import type { EventOptions, EventServices } from 'src/server/events/eventServices.ts';
import type { ItemStorage } from 'src/server/store/itemStorage.ts';
import type { ReadFilters } from 'src/server/store/readers/readFilters.ts';

export interface EventNeeds extends EventOptions, EventServices {
  readonly access: ActionRights;
  readonly items: ItemStorage;
  readonly readFilters: ReadFilters;
}

export const endpoint = endpointFor<EventNeeds>();
