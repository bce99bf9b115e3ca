// The endpoint that reads a geographic file.

import { readGeoFile } from 'src/server/geoFiles/readGeoFile.ts';
import type { GeoFileNeeds } from 'src/server/geoFiles/GeoFileNeeds.ts';
import { defineModule } from 'src/server/Module.ts';

export const geoFilesModule = defineModule<GeoFileNeeds>({ endpoints: [readGeoFile] });
