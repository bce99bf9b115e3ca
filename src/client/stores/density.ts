// Density of rows in lists: two lines each, or one. A preference, applied as a class of the page that style sheets use.

import type { Client } from 'src/client/Client.ts';

const CLASS = 'kk-compact';
const NAME = 'density';

/** Observable. */
export const isCompact = ({ preferences }: Pick<Client, 'preferences'>): boolean => preferences.get(NAME) === 'compact';

export const toggleCompact = (client: Pick<Client, 'preferences'>): void =>
  client.preferences.set(NAME, isCompact(client) ? 'comfortable' : 'compact');

/** Applies it to the page; idempotent. */
export const applyDensity = (compact: boolean): void => void document.body.classList.toggle(CLASS, compact);
