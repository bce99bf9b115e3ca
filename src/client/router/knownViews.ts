// View keys that lead somewhere: the engine's own, the declared screens, and the views that areas add in code.

import type { ClientDomain } from 'src/client/ClientDomain.ts';
import { ENGINE_VIEWS } from 'src/model/pageViews.ts';
import type { Registry } from 'src/model/schema/Registry.ts';

export const knownViews = (registry: Registry, domain: ClientDomain): ((view: string) => boolean) => {
  const screens = registry.screens.map(({ path }) => path);
  const known = new Set([...ENGINE_VIEWS, ...screens, ...Object.keys(domain.views)]);
  return (view) => known.has(view);
};
