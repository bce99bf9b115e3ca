// The modules of the engine. The compiler checks here that the composed services satisfy what each of them needs.

import type { Services } from 'src/server/context.ts';
import { conversationsModule } from 'src/server/conversations/module.ts';
import type { Domain } from 'src/server/extend.ts';
import { invitationsModule } from 'src/server/invitations/module.ts';
import { bindFollower, bindFunctions, type Module } from 'src/server/Module.ts';
import { workflowModule } from 'src/server/workflow/module.ts';

/** In the order in which their followers run. */
const MODULES: readonly Module<Services>[] = [conversationsModule, invitationsModule, workflowModule];

/** Returns the domain with what the engine gives to every area. */
export const withModules = (domain: Domain): Domain => ({
  ...domain,
  effects: Object.assign({}, domain.effects, ...MODULES.map(({ effects }) => effects)) as Domain['effects'],
});

/** Returns what the rules call, bound to the services of this process. */
export const bindModules = (domain: Domain, services: () => Services): Pick<Services, 'domain' | 'followers'> => ({
  domain: { ...domain, ...bindFunctions(withModules(domain), services) },
  followers: MODULES.flatMap(({ follower }) => (follower ? [bindFollower(follower, services)] : [])),
});
