// Base map chosen by a person: one of the site, the one that ships, or none. Stored for each person (decision 17).

import type { Client } from 'src/client/Client.ts';
import type { BaseMap } from 'src/model/generated/wire.ts';

const BASE_MAP_PREFERENCE = 'baseMap';
/** `shipped` is the map that ships with the product; `none` is a plain ground with a grid. */
export type Ground = BaseMap | 'shipped' | 'none';

/** Stored for grounds that the site does not name. Its names do not begin with a colon (server/baseMaps.ts). */
const STORED = { shipped: ':shipped', none: ':none' } as const;

/** Returns all grounds in their order. */
export const groundsOf = ({ site }: Pick<Client, 'site'>): readonly Ground[] => [...site.baseMaps, 'shipped', 'none'];

/** Without a choice, or when the chosen one is no longer there, it is the first of the site. */
export const chosenGround = (client: Pick<Client, 'preferences' | 'site'>): Ground => {
  const chosen = client.preferences.get(BASE_MAP_PREFERENCE);
  if (chosen === STORED.shipped) return 'shipped';
  if (chosen === STORED.none) return 'none';
  const { baseMaps } = client.site;
  return baseMaps.find(({ name }) => name === chosen) ?? baseMaps[0] ?? 'shipped';
};

export const chooseGround = ({ preferences }: Pick<Client, 'preferences'>, ground: Ground): void =>
  preferences.set(BASE_MAP_PREFERENCE, typeof ground === 'string' ? STORED[ground] : ground.name);
