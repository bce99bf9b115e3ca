// The area of field data: programs, forms and records, and the routes of OpenRosa clients.

import { openRosaRoutes } from 'src/domain/geokeeper/openRosa/openRosaRoutes.server.ts';
import { completeFieldData, followGeneralise, movePlacesJob } from 'src/domain/geokeeper/fieldDataRules.server.ts';
import { makeOutcomes } from 'src/domain/geokeeper/records/makeOutcomes.server.ts';
import { completeProgram } from 'src/domain/geokeeper/programs.server.ts';
import type { ServerArea } from 'src/server/extend.ts';

export const geokeeperArea: ServerArea = {
  beforeSave: { completeFieldData, completeProgram, followGeneralise },
  effects: { makeOutcomes },
  routes: [openRosaRoutes],
  jobs: (services) => ({ moveFieldPlaces: movePlacesJob(services) }),
};
