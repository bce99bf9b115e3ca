// The services of one server process, put together over an open, migrated database. Called by main, by the commands and by tests.

import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import type { Clock } from 'src/base/clock.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { creatableTypesFor, importableTypesFor } from 'src/server/access/creatableTypes.ts';
import { siteRegistry } from 'src/server/access/siteRegistry.ts';
import { checkDeclarations } from 'src/server/checkDeclarations.ts';
import type { Config } from 'src/server/config.ts';
import type { Domain } from 'src/server/extend.ts';
import { createBackups } from 'src/server/backup/backups.ts';
import { createAccountServices, type AccountServices } from 'src/server/accounts/accountServices.ts';
import { createSecondFactors } from 'src/server/accounts/secondFactors.ts';
import { createEventServices } from 'src/server/events/eventServices.ts';
import { createFiles, noteAltered } from 'src/server/files/files.ts';
import { createUploads } from 'src/server/files/uploads.ts';
import { createTiles } from 'src/server/geo/tiles.ts';
import { createFileReader } from 'src/server/fileReader/fileReader.ts';
import { createGeoFiles } from 'src/server/geoFiles/geoFiles.ts';
import type { JobHandlers } from 'src/server/store/jobRows.ts';
import { createLists } from 'src/server/lists/valueLists.ts';
import { createSearchAlerts } from 'src/server/searchAlerts/searchAlerts.ts';
import { createSearch } from 'src/server/search/searchEngine.ts';
import type { Messages } from 'src/server/mail/composeEmail.ts';
import { createMail, type Mail, type MailOptions } from 'src/server/mail/mail.ts';
import { createFileTransport, createSmtpTransport } from 'src/server/mail/mailTransport.ts';
import { createSheets } from 'src/server/sheets/sheets.ts';
import { createSessions, type Sessions } from 'src/server/sessions/sessions.ts';
import { createSessionWatch, type SessionWatch } from 'src/server/sessions/sessionWatch.ts';
import { startPruning } from 'src/server/pruning.ts';
import { createTaskRunner } from 'src/server/tasks/runTask.ts';
import { registeredTasks } from 'src/server/tasks/registeredTasks.ts';
import { tasksOf } from 'src/server/store/taskItems.ts';
import { createScratchFolders, TEMPORARY } from 'src/server/files/scratchFolders.ts';
import { createTaskResults } from 'src/server/tasks/taskResults.ts';
import { createFormerValues, type ConversionOptions } from 'src/server/schemaMigration/storedValues.ts';
import { createSubjectZones, type ZoneOfSubject } from 'src/server/watch/subjectZones.ts';
import { TERMS_CHANNEL } from 'src/server/store/terms.ts';
import { createStoreServices, type StoreServices } from 'src/server/access/storeServices.ts';
import { TEXTS_CHANNEL } from 'src/server/store/accounts/localeOverrides.ts';
import { MENU_CHANNEL } from 'src/server/store/menuRows.ts';
import { createConnectedPeople, type ConnectedPeople } from 'src/server/state/connectedPeople.ts';
import { createSiteState } from 'src/server/state/siteState.ts';
import type { Database, Queryable } from 'src/server/store/database.ts';
import type { Log } from 'src/server/http/problemOfError.ts';
import { followReaders } from 'src/server/watch/followReaders.ts';
import { createFeed, type Feed } from 'src/server/watch/changeFeed.ts';
import { secret } from 'src/server/store/accounts/siteSecret.ts';
import { createEndpointTable, type FindEndpoint } from 'src/server/transport/endpointTable.ts';
import {
  bindModules,
  endpointsOf,
  followFeed,
  mailTemplatesOf,
  moduleJobs,
  MODULES,
  type Services,
} from 'src/server/modules.ts';
import { snapshotFolder } from 'src/server/dataDir.ts';
import { createLetters } from 'src/server/letters/letterPrinter.ts';
import { createThreads } from 'src/server/threads.ts';
import { createWatches } from 'src/server/watch/watches.ts';

export interface ServicesOptions {
  readonly config: Pick<Config, 'dataDir' | 'backupDirs' | 'settings' | 'mail' | 'publicUrl' | 'port'>;
  readonly registry: ServerRegistry;
  readonly domain: Domain;
  readonly database: Database;
  readonly clock: Clock;
  readonly schemas?: ConversionOptions['schemas'] | undefined;
  readonly version: string;
  /** The shipped texts, for emails. */
  readonly messages: Messages;
  readonly log: Log;
  /** Starts src/server/search/worker.ts: from source or as built. */
  startWorker(): Worker;
  /** Hash of the built program, for a process that answers searches. Without it, no snapshot of the index is used or made. */
  readonly build?: string | undefined;
  /** A search worker that has begun to read the snapshot. */
  readonly snapshotWorker?: Worker | undefined;
  /** src/server/readerProcess.ts: from source or as built. */
  fileReaderEntry(): Promise<URL>;
}

export interface OpenServices {
  readonly services: Services;
  readonly endpoints: FindEndpoint;
  readonly sessionWatch: SessionWatch;
  readonly connectedPeople: ConnectedPeople;
  /** Background jobs of this process; empty if it only serves requests. */
  readonly jobs: JobHandlers;
  /** Stops what runs by itself; the database stays open. */
  stop(): Promise<void>;
}

const createFileServices = (
  { config, database, fileReaderEntry }: ServicesOptions,
  log: (message: string, error?: unknown) => void,
): Pick<Services, 'files' | 'uploads' | 'taskResults' | 'fileReader' | 'geoFiles' | 'sheets' | 'scratch'> => {
  const { limits } = config.settings;
  const dir = join(config.dataDir, 'files');
  const maxPixels = limits.imagePixels;
  const files = createFiles({
    dir,
    maxBytes: limits.uploadMaxBytes,
    maxPixels,
    maxWaiting: limits.imagesWaiting,
    onAltered: noteAltered(log),
  });
  const quota = { uploads: limits.uploadsPerUser, bytes: limits.uploadBytesPerUser };
  const fileReader = createFileReader({ dir: join(dir, TEMPORARY.reading), entry: fileReaderEntry, log });
  // Must be in the same folder as the stored files, and therefore on the same disk.
  return {
    files,
    uploads: createUploads({ dir: join(dir, 'uploads'), database, files, quota, maxPixels }),
    taskResults: createTaskResults(join(dir, 'results')),
    fileReader,
    geoFiles: createGeoFiles(fileReader),
    sheets: createSheets(fileReader),
    scratch: createScratchFolders(join(dir, TEMPORARY.scratch)),
  };
};

const siteUrlOf = ({ publicUrl, port }: ServicesOptions['config']): string => publicUrl ?? `http://localhost:${port}`;

const createMailService = (
  { config, database, clock, messages }: ServicesOptions,
  parts: Pick<MailOptions, 'items' | 'readFilters' | 'subjectOf' | 'templates'>,
): Promise<Mail> => {
  const { smtpUrl, from, returned } = config.mail;
  return createMail({
    ...{ database, clock, messages, from, ...parts, returnAddress: returned?.address },
    transport: smtpUrl === undefined ? createFileTransport(join(config.dataDir, 'mail')) : createSmtpTransport(smtpUrl),
    siteName: config.settings.site.siteName,
    siteUrl: siteUrlOf(config),
  });
};

interface WatchedSessions {
  readonly sessionWatch: SessionWatch;
  readonly connectedPeople: ConnectedPeople;
}

const watchSessions = async (
  { registry, database, clock }: ServicesOptions,
  { sessions, onError }: { sessions: Sessions; onError: (error: Error) => void },
): Promise<WatchedSessions> => {
  const userTypeNumber = registry.types[SYSTEM_TYPES.user]?.number ?? 0;
  const sessionWatch = await createSessionWatch({ database, sessions, userTypeNumber, clock, onError });
  const stopTexts = await database.listen(TEXTS_CHANNEL, () => sessionWatch.announceAll('localeOverrides'));
  const stopMenu = await database.listen(MENU_CHANNEL, () => sessionWatch.announceAll('menuItems'));
  const connectedPeople = createConnectedPeople({ database, sessionWatch, onError });
  const stop = async (): Promise<void> => {
    await stopTexts();
    await stopMenu();
    await connectedPeople.stop();
    await sessionWatch.stop();
  };
  return { sessionWatch: { ...sessionWatch, stop }, connectedPeople };
};

interface SignIns {
  readonly sessions: Services['sessions'];
  readonly secondFactors: Services['secondFactors'];
  readonly creatable: Services['creatable'];
}

const createSignIns = async (
  { config: { settings }, database, domain, clock, version }: ServicesOptions,
  registry: ServerRegistry,
  { items, zoneOf, adminLog }: Pick<Services, 'items' | 'zoneOf' | 'adminLog'>,
): Promise<SignIns> => {
  const { limits, site } = settings;
  const creatable = creatableTypesFor(registry, domain.predicates);
  const recovery = await secret(database, 'recovery');
  const secondFactors = createSecondFactors({
    ...{ database, clock, limits, adminLog, siteName: site.siteName, secret: recovery },
  });
  const sessions = await createSessions({
    ...{ database, items, adminLog, clock, version, zoneOf, ...settings },
    demandSecondFactor: secondFactors.demand,
    capabilities: registry.capabilities,
    creatable,
    importable: importableTypesFor(registry, domain.predicates),
    tasksOf: (userIds) => tasksOf(database, items, userIds),
  });
  return { sessions, secondFactors, creatable };
};

const createAccountParts = (
  { config, database, domain, clock }: ServicesOptions,
  parts: SignIns & Pick<Services, 'mail' | 'items' | 'adminLog' | 'events'>,
): Promise<AccountServices> =>
  createAccountServices({
    ...{ database, clock, ...parts },
    site: config.settings.site,
    limits: config.settings.limits,
    requireSecondFactor: config.settings.requireSecondFactor,
    origin: siteUrlOf(config),
    validateUser: domain.validators[SYSTEM_TYPES.user],
  });

interface SearchParts {
  readonly store: StoreServices;
  readonly feed: Feed;
  readonly zoneOf: ZoneOfSubject;
  readonly log: (message: string, error?: unknown) => void;
}

/** Finds items, and draws them on maps, by what comes through the change feed. */
const createSearchServices = async (
  { config, database, clock, startWorker, build, snapshotWorker }: ServicesOptions,
  registry: ServerRegistry,
  { store, feed, zoneOf, log }: SearchParts,
): Promise<Pick<Services, 'search' | 'tiles'>> => {
  const { items } = store;
  const { checkedRowsPerMinute } = config.settings.limits;
  // The search asks with the masks of the read filters, so these follow the feed first.
  feed.use(followReaders(store.readFilters), true);
  const search = createSearch({
    ...{ registry, database, items, feed, clock, startWorker, log, zoneOf, checkedRowsPerMinute },
    snapshot:
      build === undefined ? undefined : { folder: snapshotFolder(config.dataDir), build, worker: snapshotWorker },
  });
  const tiles = createTiles({ registry, database, search, feed, startWorker, log, ...store });
  const stopTerms = await database.listen(TERMS_CHANNEL, () => {
    store.forgetTerms();
    search.forgetTerms().catch((error: unknown) => log('the snapshot of the search index was not deleted', error));
  });
  const stop = async (): Promise<void> => {
    await stopTerms();
    await search.stop();
  };
  return { search: { ...search, stop }, tiles };
};

const createStore = (
  { domain, database, clock, config, schemas }: ServicesOptions,
  registry: ServerRegistry,
): StoreServices =>
  createStoreServices({
    ...{ registry, domain, database, clock, undoDays: config.settings.limits.undoDays },
    timeZone: config.settings.timeZone,
    schemas: schemas?.numbers,
    formerValues: schemas && createFormerValues({ registry, domain, schemas }),
  });

const countProcesses =
  ({ all }: ConnectedPeople) =>
  async (db: Queryable): Promise<number> =>
    (await all(db)).processes;

interface Stoppable {
  stop(): Promise<unknown> | void;
}

/** Returns a function that stops the parts one after the other. */
const stopAll = (parts: readonly Stoppable[]) => async (): Promise<void> => {
  for (const part of parts) {
    // oxlint-disable-next-line no-await-in-loop -- each part needs those after it
    await part.stop();
  }
};

export const createServices = async (options: ServicesOptions): Promise<OpenServices> => {
  const { domain, database, clock, config } = options;
  const { settings } = config;
  const registry = siteRegistry(options.registry, settings.site);
  const log = (message: string, error?: unknown): void => {
    options.log.warn({ error: error instanceof Error ? error.message : undefined }, message);
  };
  checkDeclarations(registry, domain);
  const store = createStore(options, registry);
  const { items } = store;
  const feed = createFeed({ database, log });
  const { timeZone } = settings;
  const zoneOf = createSubjectZones({ registry, items, database, feed, timeZone });
  const signIns = await createSignIns(options, registry, { items, zoneOf, adminLog: store.adminLog });
  const { sessions, creatable } = signIns;
  const { subjectOf } = sessions;
  const { search, tiles } = await createSearchServices(options, registry, { store, feed, zoneOf, log });
  const lists = createLists({ registry, database, items, search, feed });
  const templates = () => mailTemplatesOf(domain, services);
  const mail = await createMailService(options, { ...store, subjectOf, templates });
  const eventServices = createEventServices({
    ...{ registry, domain, database, clock, timeZone },
    mail,
    limits: settings.limits,
    ...store,
  });
  const { notices, events } = eventServices;
  const searchAlerts = createSearchAlerts({ registry, database, clock, search, notices, subjectOf, ...store });
  const watches = createWatches({
    ...{ registry, database, notices, clock, subjectOf, log },
    ...{ readFilters: store.readFilters, items, audit: store.audit },
  });
  const accountServices = await createAccountParts(options, { ...signIns, ...store, mail, events });
  const fileServices = createFileServices(options, log);
  const onError = (error: Error): void => log('sessions could not be looked at', error);
  const { sessionWatch, connectedPeople } = await watchSessions(options, { sessions, onError });
  const [letters, threads] = [createLetters(settings.paper), createThreads(log)];
  const product = options.version.split('+', 1)[0] ?? '';
  const fileFolder = join(config.dataDir, 'files');
  const backups = createBackups({
    ...{ database, registry, clock, timeZone, allowed: config.backupDirs, files: fileFolder, product },
  });
  const stopPruning = startPruning(MODULES, database, onError);
  const endpoints = endpointsOf(domain);
  const actions = registeredTasks(registry, endpoints);
  const tasks = await createTaskRunner({ database, log }, { servicesOf: () => services, actions });
  const services: Services = Object.freeze({
    ...{ registry, database, clock, origin: siteUrlOf(config), timeZone, zoneOf, items, creatable },
    ...bindModules(domain, () => services),
    readFilters: store.readFilters,
    access: store.access,
    ...{ audit: store.audit, adminLog: store.adminLog },
    storeJobs: store.jobs,
    fileFolder,
    search,
    searchAlerts,
    ...eventServices,
    ...{ watches, feed },
    sessions,
    sessionWatch,
    ...accountServices,
    ...fileServices,
    lists,
    ...{ tiles, letters, threads, backups, runTask: tasks.job },
    mail,
    siteState: createSiteState({ ...options, address: siteUrlOf(config), backups, feed, search, connectedPeople }),
    limits: settings.limits,
    ...{ dedicated: settings.site.dedicated, offersHelp: settings.site.assist },
    ...{ messages: options.messages, product, processes: countProcesses(connectedPeople) },
    log,
  });
  followFeed(feed, services);
  return {
    services,
    endpoints: createEndpointTable(services, endpoints),
    ...{ sessionWatch, connectedPeople },
    jobs: await moduleJobs(domain, services),
    stop: stopAll([tasks, letters, threads, { stop: stopPruning }, sessionWatch, feed, tiles, search]),
  };
};
