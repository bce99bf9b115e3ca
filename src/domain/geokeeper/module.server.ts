// The area of field data: programs, forms and records, and the routes of OpenRosa clients.

import { completeFieldData } from 'src/domain/geokeeper/fieldDataRules.server.ts';
import { openRosaRoutes } from 'src/domain/geokeeper/openRosa/openRosaRoutes.server.ts';
import { makeOutcomes } from 'src/domain/geokeeper/records/makeOutcomes.server.ts';
import { completeProgram } from 'src/domain/geokeeper/programs.server.ts';
import type { ServerArea } from 'src/server/extend.ts';

export const geokeeperArea: ServerArea = {
  beforeSave: { completeFieldData, completeProgram },
  effects: { makeOutcomes },
  routes: [openRosaRoutes],
};
