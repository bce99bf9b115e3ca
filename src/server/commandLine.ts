// Runs the server or one of its commands: the only place where the engine meets the site's declarations and domain code.
// Opens the database, loads the sample into an empty one, listens, and stops cleanly on a signal.

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exit } from 'node:process';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { ClientConfig } from 'pg';
import { pino } from 'pino';
import { systemClock } from 'src/base/clock.ts';
import { domain } from 'src/domain/server.ts';
import messages from 'src/generated/messages.en.json' with { type: 'json' };
import { registry } from 'src/generated/registry.server.ts';
import { BackupRefusal } from 'src/server/backup/BackupRefusal.ts';
import { addAccount } from 'src/server/cli/addAccount.ts';
import { runBackup, runRestore, type DataCommand } from 'src/server/cli/backupCommands.ts';
import { makeAdministrator, removeSecondFactor, setBlocked, setPassword } from 'src/server/cli/changeAccount.ts';
import { runDoctor } from 'src/server/cli/doctorCommand.ts';
import { erase } from 'src/server/cli/erase.ts';
import { exportAudit } from 'src/server/cli/exportAudit.ts';
import { importLegacyPaths, legacyPathOptions } from 'src/server/cli/importLegacyPaths.ts';
import { runExportPackage, runImportPackage } from 'src/server/cli/packageCommands.ts';
import { loadSampleOnce } from 'src/server/cli/loadSample.ts';
import type { SampleAccount, SampleLoader } from 'src/server/extend.ts';
import { UsageError } from 'src/server/cli/UsageError.ts';
import { BAD_CONFIG, startRefusal, ConfigError, config as readConfig, type Config } from 'src/server/config.ts';
import type { Services } from 'src/server/modules.ts';
import { createServices, type OpenServices, type ServicesOptions } from 'src/server/services.ts';
import { BASE_MAP_FOLDER, createHttpServer } from 'src/server/createHttpServer.ts';
import { migrateJobQueue, startJobQueue, type JobQueueOptions } from 'src/server/jobs/jobQueue.ts';
import { STOP_TIMEOUT_MS, TASKS_AT_A_TIME } from 'src/server/limits.ts';
import { createItemMigration } from 'src/server/schemaMigration/migrateItems.ts';
import { registerSchemas } from 'src/server/schemaMigration/registerSchemas.ts';
import { scheduleOf } from 'src/server/modules.ts';
import { listenFailure, openFailure, returnFailure, unfitFailure } from 'src/server/startFailures.ts';
import { WRITE_BACKUP, type JobHandlers } from 'src/server/store/jobRows.ts';
import { RUN_TASK } from 'src/server/store/taskRows.ts';
import { sha256 } from 'src/server/sha256.ts';
import { migrate } from 'src/server/store/migrate.ts';
import { openDatabase, type OpenDatabase } from 'src/server/store/openDatabase.ts';
import { limitRepeats, type Log } from 'src/server/http/problemOfError.ts';

/** A terminal signals every process of `npm start`, and npm passes the signal on: within this time a second signal is a copy of the first. */
const REPEATED_SIGNAL_MS = 1_000;

/** EX_UNAVAILABLE of sysexits.h. */
const DATABASE_LOST_EXIT_CODE = 69;

/** Returns a file next to the built main.js, or the file in the source during development. */
const besideMain = (built: string, source: string): URL => {
  const url = new URL(built, import.meta.url);
  return existsSync(url) ? url : new URL(source, import.meta.url);
};

const startWorker = (): Worker => new Worker(besideMain('./searchWorker.js', './search/worker.ts'));
/** Returns a hash of the built server, or undefined during development. Names of its other files are in these two. */
const buildHash = async (): Promise<string | undefined> => {
  const files = [new URL(import.meta.url), new URL('./searchWorker.js', import.meta.url)];
  if (!files.every((file) => existsSync(file))) return undefined;
  return sha256(Buffer.concat(await Promise.all(files.map((file) => readFile(file))))).toString('hex');
};
const fileReaderEntry = (): Promise<URL> => Promise.resolve(besideMain('./fileReader.js', './readerProcess.ts'));

const productVersion = async (): Promise<string> => {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return `${version}+${registry.hash}`;
};

const printLine = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

const printAccounts = (accounts: readonly SampleAccount[], { samplePassword, samplePasswordMade }: Config): void => {
  printLine('\nThe sample community is loaded. Its accounts:');
  for (const { email, role } of accounts) printLine(`  ${email.padEnd(24)} ${role}`);
  printLine(
    samplePasswordMade
      ? `Their password, shown only now: ${samplePassword}\n`
      : 'Their password is the value of SAMPLE_PASSWORD.\n',
  );
};

/** Functions that load what few starts and requests need. */
const loadDomainSample: SampleLoader = async (options) =>
  (await import('src/domain/sample/loadSample.server.ts')).loadSample(options);
const documents = {
  openapi: async () => (await import('src/generated/openapi.json', { with: { type: 'json' } })).default,
  asyncapi: async () => (await import('src/generated/asyncapi.json', { with: { type: 'json' } })).default,
};

const fillWhenEmpty = async (config: Config, services: Services): Promise<void> => {
  if (!config.sample) return;
  const accounts = await loadSampleOnce(loadDomainSample, {
    services,
    password: config.samplePassword,
    progress: printLine,
  });
  if (!accounts) return;
  const { writeSampleGround } = await import('src/domain/sample/ground/groundTiles.server.ts');
  await writeSampleGround(join(config.dataDir, BASE_MAP_FOLDER));
  printAccounts(accounts, config);
};

interface Process {
  readonly config: Config;
  readonly log: Log;
  /** Functions that end what was started, newest last. */
  readonly stops: (() => Promise<void>)[];
  readonly version: string;
}

/** Opens the database without changing it. */
const openStore = async ({ config, log, stops }: Process): Promise<OpenDatabase> => {
  const opened = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    log: (message, error) => log.warn({ error: String(error ?? '') }, message),
    // Without a database, nothing can be stopped in order; the supervisor restarts the process.
    onLost: (error) => {
      log.error({ error: String(error) }, 'the embedded PostgreSQL cannot be started again');
      exit(DATABASE_LOST_EXIT_CODE);
    },
  }).catch((error: unknown) => {
    throw openFailure(error, config);
  });
  stops.push(opened.stop);
  return opened;
};

const openServices = async (
  process: Process,
  search: Pick<ServicesOptions, 'build' | 'snapshotWorker'> = {},
): Promise<OpenServices & { readonly connection: ClientConfig }> => {
  const { config, log, stops, version } = process;
  const { database, connection } = await openStore(process);
  await migrateJobQueue(connection);
  await migrate(database, registry).catch((error: unknown) => {
    throw unfitFailure(error);
  });
  const report = (line: string): void => log.info({}, line);
  const schemas = await registerSchemas({ registry, database, report });
  const open = await createServices({
    config,
    registry,
    domain,
    database,
    clock: systemClock,
    version,
    messages,
    log,
    startWorker,
    ...search,
    fileReaderEntry,
    schemas,
  });
  stops.push(open.stop);
  const { items, readFilters } = open.services;
  const options = { registry, domain, database, clock: systemClock, items, readFilters, schemas, report };
  const migration = createItemMigration(options);
  await migration.migrateFirst();
  return { ...open, jobs: { ...open.jobs, ...migration.jobs }, connection };
};

/**
 * Jobs with a queue of their own, and how many of them run at a time. Tasks that people start may take minutes, and a backup hours: mail,
 * notices and the rest never wait for them.
 */
const OWN_QUEUES: ReadonlyMap<string, number> = new Map([
  [RUN_TASK, TASKS_AT_A_TIME],
  [WRITE_BACKUP, 1],
]);

const queuesOf = (jobs: JobHandlers): readonly Pick<JobQueueOptions, 'handlers' | 'clock' | 'concurrency'>[] => {
  const own = Object.entries(jobs).filter(([name]) => OWN_QUEUES.has(name));
  const shared = Object.entries(jobs).filter(([name]) => !OWN_QUEUES.has(name));
  return [
    { handlers: Object.fromEntries(shared), clock: scheduleOf(domain) },
    ...own.map(([name, handler]) => ({ handlers: { [name]: handler }, concurrency: OWN_QUEUES.get(name) ?? 1 })),
  ];
};

const serve = async (process: Process, snapshotWorker: Worker | undefined): Promise<void> => {
  const { config, log, stops, version } = process;
  const { services, endpoints, sessionWatch, jobs, connection } = await openServices(process, {
    build: await buildHash(),
    snapshotWorker,
  });
  await fillWhenEmpty(config, services);
  const searches = services.search.ready();
  // An error is thrown below.
  searches.catch(() => undefined);
  const clientDir = fileURLToPath(new URL('../client', import.meta.url));
  const server = createHttpServer({
    ...{ config, services, endpoints, sessionWatch, clientDir, version, documents, log },
    areas: domain.areas,
  });
  if (config.jobs) {
    const { database } = services;
    const warn = (message: string, error?: unknown): void => log.warn({ error: String(error ?? '') }, message);
    for (const queue of queuesOf(jobs))
      stops.push((await startJobQueue({ connection, database, log: warn, ...queue })).stop);
  }
  const { returned } = config.mail;
  if (returned?.listen) {
    const { address, listen } = returned;
    const { startReturnServer } = await import('src/server/mail/returnServer.ts');
    const stopReturns = await startReturnServer({ address, listen, mail: services.mail, log }).catch(
      (error: unknown) => {
        throw returnFailure(error, listen);
      },
    );
    stops.push(stopReturns);
  }
  stops.push(server.stop);
  const url = await server.start().catch((error: unknown) => {
    throw listenFailure(error, config);
  });
  await searches;
  services.search.check.start();
  log.info({ ...services.search.indexStart() }, 'the search index is ready');
  printLine(`Knowledge Keeper is ready at ${url}`);
};

const printPassword = ({ accountPassword, accountPasswordMade }: Config): void => {
  if (accountPasswordMade) printLine(`The password, shown only now: ${accountPassword}`);
};

const makeAccount = async (process: Process, args: readonly string[]): Promise<void> => {
  const { services } = await openServices(process);
  printLine(`${await addAccount(services, args, process.config.accountPassword)} can sign in.`);
  printPassword(process.config);
};

const runSetPassword = async (process: Process, args: readonly string[]): Promise<void> => {
  const { services } = await openServices(process);
  printLine(`${await setPassword(services, args, process.config.accountPassword)} has a new password.`);
  printPassword(process.config);
};

const dropSecondFactor = async (process: Process, args: readonly string[]): Promise<void> => {
  const { services } = await openServices(process);
  printLine(`${await removeSecondFactor(services, args)} now signs in with the password only.`);
};

const raiseAdministrator = async (process: Process, args: readonly string[]): Promise<void> => {
  const { services } = await openServices(process);
  printLine(`${await makeAdministrator(services, args)} is an administrator of the site.`);
};

const changeBlock =
  (blocked: boolean) =>
  async (process: Process, args: readonly string[]): Promise<void> => {
    const { services } = await openServices(process);
    printLine(`${await setBlocked(services, args, blocked)} is ${blocked ? '' : 'no longer '}blocked.`);
  };

const writeOutput = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });

const printAudit = async (process: Process, args: readonly string[]): Promise<void> => {
  const { services } = await openServices(process);
  await exportAudit(services.audit, args, writeOutput);
};

const eraseItem = async (process: Process, args: readonly string[]): Promise<void> => {
  const { services } = await openServices(process);
  printLine(await erase(services, args));
};

const readText = async (file: string, command: string): Promise<string> => {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${command}: ${file} cannot be read: ${String(error)}`);
  }
};

const importPaths = async (process: Process, args: readonly string[]): Promise<void> => {
  const { file, dryRun } = legacyPathOptions(args);
  const text = await readText(file, 'import-legacy-paths');
  const { services } = await openServices(process);
  const count = await importLegacyPaths(services, text, { dryRun });
  printLine(`${dryRun ? 'Nothing was written. A real run would give: ' : ''}${count} paths.`);
};

const onData =
  (run: (command: DataCommand, args: readonly string[]) => Promise<void>) =>
  async (process: Process, args: readonly string[]): Promise<void> => {
    const [version = ''] = process.version.split('+');
    await run({ config: process.config, registry, version, open: () => openStore(process), print: printLine }, args);
  };

const runDoctorCommand = async (process: Process, args: readonly string[]): Promise<void> => {
  const { services } = await openServices(process);
  printLine(await runDoctor(services, args, { validators: domain.validators, print: printLine }));
};

const onPackage =
  (run: typeof runExportPackage) =>
  async (process: Process, args: readonly string[]): Promise<void> => {
    const { services, connectedPeople } = await openServices(process);
    const [version = ''] = process.version.split('+');
    const { dataDir } = process.config;
    const processes = async (): Promise<number> => (await connectedPeople.all(services.database)).processes;
    printLine(await run(services, args, { dataDir, version, messages, print: printLine, processes }));
  };

const COMMANDS: ReadonlyMap<string, (process: Process, args: readonly string[]) => Promise<void>> = new Map([
  ['add-account', makeAccount],
  ['import-legacy-paths', importPaths],
  ['set-password', runSetPassword],
  ['remove-second-factor', dropSecondFactor],
  ['make-administrator', raiseAdministrator],
  ['block-account', changeBlock(true)],
  ['unblock-account', changeBlock(false)],
  ['export-audit', printAudit],
  ['erase', eraseItem],
  ['backup', onData(runBackup)],
  ['restore', onData(runRestore)],
  ['doctor', runDoctorCommand],
  ['export-package', onPackage(runExportPackage)],
  ['import-package', onPackage(runImportPackage)],
]);

/** Prints errors that the operator can correct as one sentence, and all others with their stack. */
const startErrorText = (error: unknown): string => {
  if (error instanceof ConfigError) return startRefusal(error);
  if (error instanceof UsageError || error instanceof BackupRefusal) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

const exitCodeOf = (error: unknown): number => {
  if (error instanceof BackupRefusal) return error.exitCode;
  return error instanceof ConfigError ? BAD_CONFIG : 1;
};

/** `snapshotWorker`: a search worker that has begun to read its snapshot. */
export const runCommandLine = async ([command, ...args]: readonly string[], snapshotWorker?: Worker): Promise<void> => {
  const running: Process = {
    config: readConfig(),
    // A command prints its result to the standard output, so its log goes to the standard error.
    log: limitRepeats(
      pino({ name: 'keeper', base: { pid: process.pid } }, pino.destination(command === undefined ? 1 : 2)),
      systemClock,
    ),
    stops: [],
    version: await productVersion(),
  };
  let stopping: number | undefined;
  const stop = async (code: number): Promise<void> => {
    if (stopping !== undefined) {
      if (Date.now() - stopping > REPEATED_SIGNAL_MS) process.exit(1);
      return;
    }
    stopping = Date.now();
    // Exits on its own also where clients or the database hang, before a supervisor kills the process.
    setTimeout(() => {
      running.log.error({}, 'could not stop in time');
      process.exit(1);
    }, STOP_TIMEOUT_MS).unref();
    for (const each of running.stops.reverse()) {
      await each().catch((error: unknown) => running.log.error({ error: String(error) }, 'could not stop cleanly'));
    }
    process.exit(code);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(0));
  try {
    if (command === undefined) return await serve(running, snapshotWorker);
    const runCommand = COMMANDS.get(command);
    if (!runCommand) throw new UsageError(`${command} is not a command. Use one of ${[...COMMANDS.keys()].join(', ')}`);
    await runCommand(running, args);
    await stop(0);
  } catch (error) {
    process.stderr.write(`${startErrorText(error)}\n`);
    await stop(exitCodeOf(error));
  }
};
