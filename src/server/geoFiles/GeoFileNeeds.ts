// Services that geographic files need.

import { endpointFor } from 'src/server/endpoint.ts';
import type { Uploads } from 'src/server/files/uploads.ts';
import type { GeoFiles } from 'src/server/geoFiles/geoFiles.ts';

export interface GeoFileNeeds {
  readonly geoFiles: GeoFiles;
  readonly uploads: Uploads;
}

export const endpoint = endpointFor<GeoFileNeeds>();
