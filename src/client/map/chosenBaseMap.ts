// Base map chosen by a person: the one that ships, or one of the site's settings. Stored for each person (decision 17).

import type { Client } from 'src/client/Client.ts';
import type { BaseMap } from 'src/model/generated/wire.ts';

const BASE_MAP_PREFERENCE = 'baseMap';

/** Returns undefined for the one that ships, also when the chosen one is no longer configured. */
export const chosenBaseMap = ({ preferences, site }: Pick<Client, 'preferences' | 'site'>): BaseMap | undefined => {
  const chosen = preferences.get(BASE_MAP_PREFERENCE);
  return site.baseMaps.find(({ name }) => name === chosen);
};

export const chooseBaseMap = ({ preferences }: Pick<Client, 'preferences'>, map: BaseMap | undefined): void =>
  preferences.set(BASE_MAP_PREFERENCE, map?.name ?? null);
