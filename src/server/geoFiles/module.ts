// The endpoint that reads a geographic file.

import { readGeoFile } from 'src/server/geoFiles/readGeoFile.ts';
import { defineModule } from 'src/server/Module.ts';

export const geoFilesModule = defineModule({ endpoints: [readGeoFile] });
