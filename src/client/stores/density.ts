// Density of rows in lists: two lines each, or one. A preference, applied as a class of the page that style sheets use.

import type { Client } from 'src/client/Client.ts';

const CLASS = 'kk-compact';
const DENSITY_PREFERENCE = 'density';

/** Observable. */
export const isCompact = ({ preferences }: Pick<Client, 'preferences'>): boolean =>
  preferences.get(DENSITY_PREFERENCE) === 'compact';

export const toggleCompact = (client: Pick<Client, 'preferences'>): void =>
  client.preferences.set(DENSITY_PREFERENCE, isCompact(client) ? 'comfortable' : 'compact');

/** Applies it to the page; idempotent. */
export const applyDensity = (compact: boolean): void => void document.body.classList.toggle(CLASS, compact);
