// The contribution of a server folder, or of an area of the domain, to the composition. Each folder exports one value of this type from its
// module.ts; modules.ts lists them, and the compiler checks that the composed services satisfy what each of them needs. A module.ts imports
// this type from the composition, and otherwise only what any file of its folder may import.

import type { Context } from 'src/server/context.ts';
import type { MailTemplate } from 'src/server/mail/mailTemplates.ts';
import type { DeclaredFunctions, Follower, RunEffect } from 'src/server/rules/RuleNeeds.ts';
import type { Queryable } from 'src/server/store/database.ts';
import type { AreaSocket } from 'src/server/http/areaSockets.ts';
import type { AddRoutes, RouteContext } from 'src/server/http/routeContext.ts';
import type { JobHandlers } from 'src/server/store/jobRows.ts';
import type { FeedConsumer } from 'src/server/watch/changeFeed.ts';

export interface Scheduled {
  /** Name of a job. */
  readonly name: string;
  /** Cron expression, in UTC. */
  readonly times: string;
}

/** Deletes rows that are no longer needed. Every process runs it now and then, so running it twice must be harmless. */
export type Prune = (db: Queryable) => Promise<unknown>;

export interface Module<Needs> {
  /** Handlers of background jobs by name. Runs once at the start, and may add a first job. */
  readonly jobs?: (services: Needs) => JobHandlers | Promise<JobHandlers>;
  readonly schedule?: readonly Scheduled[];
  /** Runs every hour. */
  readonly prune?: readonly Prune[];
  /** Runs every minute. */
  readonly pruneOften?: readonly Prune[];
  /**
   * Consumers that follow the change feed asynchronously. A service that answers from a cache or an index of the feed's changes is no such
   * consumer: it registers itself by `feed.use` when it is created, so that it never answers without the feed.
   */
  readonly feed?: (services: Needs) => readonly FeedConsumer[];
  readonly mailTemplates?: (services: Needs) => readonly MailTemplate[];
  readonly routes?: readonly AddRoutes<Needs>[];
  /** Routes whose answers are compressed for each request. */
  readonly compressedRoutes?: readonly AddRoutes<Needs>[];
  /** Addresses of sockets with a protocol of their own. */
  readonly sockets?: (routes: RouteContext<Needs>) => readonly AreaSocket[];
  /** Effects that the declarations of every area may name. */
  readonly effects?: Readonly<Record<string, RunEffect<Needs>>>;
  /** Work in the transaction of every write of an item. */
  readonly follower?: Follower<Needs>;
}

export const defineModule = <Needs>(module: Module<Needs>): Module<Needs> => module;

type Raise<Needs> = <Lower extends Context<unknown>>(context: Lower) => Lower & { readonly services: Needs };

/** Code of a lower layer calls functions of a higher one with its own context, which receives here the services that they need. */
const raiseTo =
  <Needs>(services: () => Needs): Raise<Needs> =>
  (context) => ({ ...context, services: services() });

const mapValues = <From, To>(values: Readonly<Record<string, From>>, map: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));

/** Returns the functions as the rules call them, with the services that they need. */
export const bindFunctions = <Needs>(functions: DeclaredFunctions<Needs>, services: () => Needs): DeclaredFunctions => {
  const raise = raiseTo(services);
  return {
    ...functions,
    validate: mapValues(functions.validate, (rule) => (next, before, context) => rule(next, before, raise(context))),
    beforeSave: mapValues(
      functions.beforeSave,
      (rule) => (next, before, context) => rule(next, before, raise(context)),
    ),
    afterCommit: mapValues(functions.afterCommit, (rule) => (id, context) => rule(id, raise(context))),
    effects: mapValues(functions.effects, (run) => (context, cause) => run(raise(context), cause)),
  };
};

const resolveAtOnce = (): Promise<void> => Promise.resolve();

/** Returns the follower as the rules call it, with the services that it needs. */
export const bindFollower = <Needs>(
  {
    valuesOf,
    errorsOf,
    created = resolveAtOnce,
    updated = resolveAtOnce,
    written = resolveAtOnce,
    removing = resolveAtOnce,
  }: Follower<Needs>,
  services: () => Needs,
): Follower => {
  const raise = raiseTo(services);
  return {
    valuesOf: async (proposal) => (await valuesOf?.({ ...proposal, context: raise(proposal.context) })) ?? {},
    errorsOf: async (proposal) => (await errorsOf?.({ ...proposal, context: raise(proposal.context) })) ?? [],
    created: (context, stored) => created(raise(context), stored),
    updated: (context, change) => updated(raise(context), change),
    written: (context, change) => written(raise(context), change),
    removing: (context, stored) => removing(raise(context), stored),
  };
};
