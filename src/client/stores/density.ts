// Density of rows in lists: two lines each, or one. A preference, applied as a class of the page that style sheets use.

import type { PreferenceStore } from 'src/client/stores/PreferenceStore.ts';

const CLASS = 'kk-compact';
const DENSITY_PREFERENCE = 'density';

interface Preferences {
  readonly preferences: PreferenceStore;
}

/** Observable. */
export const isCompact = ({ preferences }: Preferences): boolean => preferences.get(DENSITY_PREFERENCE) === 'compact';

export const toggleCompact = (client: Preferences): void =>
  client.preferences.set(DENSITY_PREFERENCE, isCompact(client) ? 'comfortable' : 'compact');

/** Applies it to the page; idempotent. */
export const applyDensity = (compact: boolean): void => void document.body.classList.toggle(CLASS, compact);
