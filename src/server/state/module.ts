// Endpoints of the site: its state, its texts and its menu.

import { dropJobEndpoint, retryJobEndpoint, siteState } from 'src/server/state/stateEndpoints.ts';
import { saveSiteTexts, siteTexts } from 'src/server/state/textEndpoints.ts';
import { menuItems, saveMenuItems } from 'src/server/state/menuEndpoints.ts';
import type { StateNeeds } from 'src/server/state/StateNeeds.ts';
import { defineModule } from 'src/server/Module.ts';

export const stateModule = defineModule<StateNeeds>({
  endpoints: [siteState, retryJobEndpoint, dropJobEndpoint, siteTexts, saveSiteTexts, menuItems, saveMenuItems],
});
