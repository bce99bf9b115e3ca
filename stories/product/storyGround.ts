// Base map of stories: the invented land of the sample community, from a file that is served with the stories (.storybook/sampleFiles.ts).

import type { BaseMap } from 'src/model/generated/wire.ts';
import { GROUND_BOUNDS } from 'src/domain/sample/ground/sampleTerrain.ts';

/** Address of the file, relative to the page of a story. */
export const GROUND_FILE = 'base-maps/sample.pmtiles';
const GROUND_MAX_ZOOM = 12;

/** Returns the base map with its absolute address, because a built Storybook may be in a folder of its host. */
export const storyGround = (): BaseMap => ({
  name: 'Invented land',
  kind: 'PMTILES_VECTOR',
  url: new URL(GROUND_FILE, document.baseURI).pathname,
  attribution: 'Invented land of the sample community',
  ...{ bounds: [...GROUND_BOUNDS], minZoom: 0, maxZoom: GROUND_MAX_ZOOM },
});
