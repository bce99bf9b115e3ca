// Which view keys lead somewhere: the engine's own, the declared screens, and what areas add in code.

import type { ClientDomain } from 'src/client/extend.ts';
import type { Registry } from 'src/model/schema/Registry.ts';

const ENGINE_VIEWS: readonly string[] = [
  'deleted',
  'home',
  'help',
  'sign-in',
  'sign-out',
  'register',
  'forgot-password',
  'set-pass',
  'confirm-email',
  'unsubscribe',
  'my-account',
  'notifications',
  'imprint',
  'search',
  'starred',
  'tasks',
  'terms',
  'unsaved',
  'import',
  'privacy-policy',
];

export const knownViews = (registry: Registry, domain: ClientDomain): ((view: string) => boolean) => {
  const screens = registry.screens.map(({ path }) => path);
  const known = new Set([...ENGINE_VIEWS, ...screens, ...Object.keys(domain.views)]);
  return (view) => known.has(view);
};
