// How close rows of lists stand: two lines each, or compact in one. A choice of the person, shown by a class of the page that the skin reads.

import type { Client } from 'src/client/Client.ts';

const CLASS = 'kk-compact';
const NAME = 'density';

/** Observable. */
export const isCompact = ({ preferences }: Pick<Client, 'preferences'>): boolean => preferences.get(NAME) === 'compact';

export const toggleCompact = (client: Pick<Client, 'preferences'>): void =>
  client.preferences.set(NAME, isCompact(client) ? 'comfortable' : 'compact');

/** Puts it on the page; idempotent. */
export const applyDensity = (compact: boolean): void => void document.body.classList.toggle(CLASS, compact);
