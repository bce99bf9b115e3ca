// The area of archives.

import { yearAsDate } from 'src/domain/archive/yearAsDate.server.ts';
import type { ServerArea } from 'src/server/extend.ts';

export const archiveArea: ServerArea = { migrate: { yearAsDate } };
