// Reads uploaded geographic files in a process of their own (fileReader/fileReader.ts).

import type { FileReader, ReadFile, ReadLimits } from 'src/server/fileReader/fileReader.ts';
import type { GeoRow, GeoSummary, ReadOptions } from 'src/server/geoFiles/geoFile.ts';

export type ReadGeoFile = ReadFile<GeoSummary, GeoRow>;

export interface AskForPlaces extends ReadOptions, ReadLimits {
  readonly path: string;
}

export interface GeoFiles {
  /** Calls `use` while the rows exist. Throws `invalid` when the file cannot be read, `rateLimited` above the limits. */
  read<T>(asked: AskForPlaces, use: (file: ReadGeoFile) => Promise<T>): Promise<T>;
}

export const createGeoFiles = (fileReader: FileReader): GeoFiles => ({
  read: ({ crs, encoding, ...asked }, use) =>
    fileReader.read({ ...asked, reader: 'geoFile', options: { crs, encoding } }, use),
});
