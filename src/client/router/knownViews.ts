// View keys that lead somewhere: the engine's own, and the declared screens.

import { ENGINE_VIEWS } from 'src/model/pageViews.ts';
import type { Registry } from 'src/model/schema/Registry.ts';

export const knownViews = (registry: Registry): ((view: string) => boolean) => {
  const screens = registry.screens.map(({ path }) => path);
  const known = new Set([...ENGINE_VIEWS, ...screens]);
  return (view) => known.has(view);
};
