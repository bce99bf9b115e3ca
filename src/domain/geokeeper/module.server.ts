// The area of programs.

import { completeProgram } from 'src/domain/geokeeper/programs.server.ts';
import type { ServerArea } from 'src/server/extend.ts';

export const geokeeperArea: ServerArea = { beforeSave: { completeProgram } };
