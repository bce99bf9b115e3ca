// The modules of the engine. The compiler checks here that the composed services satisfy what each of them needs.

import { accountsModule } from 'src/server/accounts/module.ts';
import { backupModule } from 'src/server/backup/module.ts';
import { calendarModule } from 'src/server/calendar/module.ts';
import { conversationsModule } from 'src/server/conversations/module.ts';
import { eventsModule } from 'src/server/events/module.ts';
import { exchangeModule } from 'src/server/exchange/module.ts';
import { listsModule } from 'src/server/lists/module.ts';
import type { Endpoint } from 'src/server/endpoint.ts';
import type { Domain, DomainNeeds } from 'src/server/extend.ts';
import { ENDPOINTS } from 'src/server/generated/endpointFiles.ts';
import { filesModule } from 'src/server/files/module.ts';
import { geoModule } from 'src/server/geo/module.ts';
import { importsModule } from 'src/server/imports/module.ts';
import { invitationsModule } from 'src/server/invitations/module.ts';
import { mailModule } from 'src/server/mail/module.ts';
import { bindFollower, bindFunctions, type Module, type Scheduled } from 'src/server/Module.ts';
import type { DeclaredFunctions } from 'src/server/rules/RuleNeeds.ts';
import { searchAlertsModule } from 'src/server/searchAlerts/module.ts';
import { sessionsModule } from 'src/server/sessions/module.ts';
import { peopleModule } from 'src/server/people/module.ts';
import { storeModule } from 'src/server/store/module.ts';
import type { JobHandlers } from 'src/server/store/jobRows.ts';
import { tasksModule } from 'src/server/tasks/module.ts';
import type { TransportNeeds } from 'src/server/transport/TransportNeeds.ts';
import type { Feed } from 'src/server/watch/changeFeed.ts';
import { watchModule } from 'src/server/watch/module.ts';
import { workflowModule } from 'src/server/workflow/module.ts';

/** Modules in the order in which their followers run. */
const ENGINE = [
  ...[storeModule, watchModule, sessionsModule, accountsModule, peopleModule, mailModule, filesModule, eventsModule],
  ...[searchAlertsModule, tasksModule],
  ...[geoModule, calendarModule, conversationsModule, invitationsModule, workflowModule],
  ...[exchangeModule, listsModule, backupModule, importsModule],
] as const;

type Consumer<Each> = Each extends Module<infer Needs> | Endpoint<infer Needs> ? (needs: Needs) => void : never;
type EngineNeeds =
  Consumer<(typeof ENGINE)[number] | (typeof ENDPOINTS)[number]> extends (needs: infer Needs) => void ? Needs : never;

/** The services of one server process: all that the modules, the areas and the transport use. */
export type Services = EngineNeeds & DomainNeeds & TransportNeeds;

export const MODULES: readonly Module<Services>[] = ENGINE;

/** Returns the endpoints of the engine and of the areas. */
export const endpointsOf = (domain: Pick<Domain, 'endpoints'>): readonly Endpoint<Services>[] => [
  ...ENDPOINTS,
  ...domain.endpoints,
];

/** Returns the functions of the domain with those that the engine gives to every area. */
export const withModules = (domain: Domain): DeclaredFunctions<Services> => ({
  ...domain,
  effects: Object.assign({}, ...MODULES.map(({ effects }) => effects), domain.effects) as Domain['effects'],
});

/** Returns what the rules call, bound to the services of this process. */
export const bindModules = (domain: Domain, services: () => Services): Pick<Services, 'domain' | 'followers'> => ({
  domain: bindFunctions(withModules(domain), services),
  followers: MODULES.flatMap(({ follower }) => (follower ? [bindFollower(follower, services)] : [])),
});

export const scheduleOf = ({ areas }: Pick<Domain, 'areas'>): readonly Scheduled[] =>
  [...MODULES, ...areas].flatMap(({ schedule = [] }) => schedule);

/** Registers the consumers that modules declare. Called before the feed starts. */
export const followFeed = (feed: Pick<Feed, 'use'>, services: Services): void => {
  for (const consumer of MODULES.flatMap((module) => module.feed?.(services) ?? [])) feed.use(consumer);
};

/** Returns the templates of every kind of email. */
export const mailTemplatesOf = (domain: Domain, services: Services) =>
  [...MODULES, ...domain.areas].flatMap(({ mailTemplates }) => mailTemplates?.(services) ?? []);

/** Returns the handlers of all background jobs. */
export const moduleJobs = async (domain: Domain, services: Services): Promise<JobHandlers> => {
  const jobs: Record<string, JobHandlers[string]> = {};
  for (const module of [...MODULES, ...domain.areas]) Object.assign(jobs, await module.jobs?.(services));
  return jobs;
};
