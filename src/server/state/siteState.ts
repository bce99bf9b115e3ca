// State of the site in figures, for its administrators: this process, the database, jobs, mail, disk, search, and the number of connected
// people. Rates each figure by thresholds.ts. Called by the action siteState; names no person.

import { statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Clock } from 'src/base/clock.ts';
import type { Config } from 'src/server/config.ts';
import type { Backups } from 'src/server/backup/backups.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { readLastFileCheck } from 'src/server/files/lastFileCheck.ts';
import { jobFigures, runningQueues } from 'src/server/store/jobRows.ts';
import { indexSizeSoon } from 'src/server/search/indexSizeSoon.ts';
import type { Search } from 'src/server/search/searchEngine.ts';
import type { Connected, ConnectedPeople } from 'src/server/state/connectedPeople.ts';
import { createFolderSizes, type FolderSizes } from 'src/server/state/folderSizes.ts';
import { backupAgeState, type FigureState, figureState } from 'src/server/state/thresholds.ts';
import { lastGoodBackup, readSchedule } from 'src/server/store/backup/backupRows.ts';
import type { Database, Queryable } from 'src/server/store/database.ts';
import { databaseState, pingDatabase } from 'src/server/store/databaseState.ts';
import { countOwnerless, countWithoutMovedRecords } from 'src/server/store/ownerlessItems.ts';
import { mailFigures } from 'src/server/store/mail/mailRows.ts';
import type { Feed } from 'src/server/watch/changeFeed.ts';
import { unreadChanges } from 'src/server/watch/outboxReader.ts';

export type FigureUnit = 'text' | 'count' | 'bytes' | 'milliseconds' | 'seconds';

export interface Figure {
  /** `section.figure`; its words are the messages `state.figure.{name}` and `state.advice.{name}`. */
  readonly name: string;
  readonly unit: FigureUnit;
  /** Null while it is not known. */
  readonly value: string | number | null;
  /** The whole, of which `value` is a part. */
  readonly of: number | null;
  readonly state: FigureState;
}

export interface SiteState {
  figures(db: Queryable): Promise<Figure[]>;
  /** Returns who is connected to any process. */
  connected(db: Queryable): Promise<Connected>;
}

export interface SiteStateOptions {
  readonly config: Pick<Config, 'dataDir' | 'mail'>;
  /** Public address of the site. */
  readonly address: string;
  readonly version: string;
  readonly database: Database;
  readonly registry: ServerRegistry;
  readonly clock: Clock;
  readonly feed: Pick<Feed, 'position'>;
  readonly search: Pick<Search, 'size' | 'check'>;
  readonly connectedPeople: Pick<ConnectedPeople, 'all'>;
  readonly backups: Pick<Backups, 'freeBytes'>;
}

const textFigure = (name: string, value: string, state: FigureState = 'good'): Figure => ({
  ...{ name, unit: 'text', value, of: null, state },
});

const figure = (name: string, unit: FigureUnit, value: number): Figure => ({
  ...{ name, unit, value, of: null, state: figureState(name, value) },
});

const processFigures = ({ version, address }: SiteStateOptions): Figure[] => [
  textFigure('process.version', version),
  textFigure('process.runtime', `Node.js ${process.version}`),
  textFigure('process.address', address),
  textFigure('process.machine', `${hostname()} · ${process.pid}`),
  figure('process.uptime', 'seconds', Math.floor(process.uptime())),
  figure('process.memory', 'bytes', process.memoryUsage.rss()),
];

const databaseFigures = async ({ database, registry }: SiteStateOptions, db: Queryable): Promise<Figure[]> => {
  const { took, ahead } = await pingDatabase(database);
  const { version, bytes, connections, mostConnections, migrations, knownMigrations } = await databaseState(db);
  return [
    textFigure('database.version', version),
    figure('database.size', 'bytes', bytes),
    figure('database.ping', 'milliseconds', Math.round(took * 10) / 10),
    {
      ...figure('database.connections', 'count', connections),
      of: mostConnections,
      state: figureState('database.connections', connections / mostConnections),
    },
    {
      ...figure('database.migrations', 'count', migrations),
      of: knownMigrations,
      // A newer version runs elsewhere, and this process was not stopped.
      state: migrations === knownMigrations ? 'good' : 'watch',
    },
    {
      ...figure('database.clock', 'milliseconds', Math.round(ahead)),
      state: figureState('database.clock', Math.abs(ahead)),
    },
    figure('database.ownerless', 'count', await countOwnerless(db, registry)),
    figure('database.siteRights', 'count', await countWithoutMovedRecords(db, registry)),
  ];
};

const jobFiguresOf = async (db: Queryable): Promise<Figure[]> => {
  const queues = await runningQueues(db);
  const { waiting, oldest, running, later, givenUp } = await jobFigures(db);
  return [
    figure('jobs.queues', 'count', queues),
    figure('jobs.running', 'count', running),
    figure('jobs.waiting', 'count', waiting),
    figure('jobs.oldest', 'seconds', Math.floor(oldest)),
    figure('jobs.later', 'count', later),
    figure('jobs.givenUp', 'count', givenUp),
  ];
};

const mailFiguresOf = async ({ config: { dataDir, mail } }: SiteStateOptions, db: Queryable): Promise<Figure[]> => {
  const { waiting, oldest, failed, refused } = await mailFigures(db);
  return [
    // The address holds a password; its host does not.
    mail.smtpUrl === undefined
      ? textFigure('mail.folder', join(dataDir, 'mail'), 'watch')
      : textFigure('mail.server', new URL(mail.smtpUrl).host),
    figure('mail.waiting', 'count', waiting),
    figure('mail.oldest', 'seconds', Math.floor(oldest)),
    figure('mail.failed', 'count', failed),
    figure('mail.refused', 'count', refused),
  ];
};

const FOLDERS = { files: 'files', uploads: 'files/uploads', results: 'files/results', emails: 'mail' } as const;

/** Figures of the weekly check; null before the first one. */
const checkFigures = async ({ config: { dataDir }, clock }: SiteStateOptions): Promise<Figure[]> => {
  const last = await readLastFileCheck(join(dataDir, FOLDERS.files));
  const ago = last && Math.max(0, Math.floor((clock.now().getTime() - last.at) / 1000));
  return [
    { ...figure('disk.checked', 'seconds', ago ?? 0), value: ago ?? null },
    { ...figure('disk.altered', 'count', last?.altered.length ?? 0), value: last?.altered.length ?? null },
  ];
};

const diskFigures = async ({ config: { dataDir } }: SiteStateOptions, sizes: FolderSizes): Promise<Figure[]> => {
  const { bavail, blocks, bsize } = await statfs(dataDir);
  const folders = Object.entries(FOLDERS).map(([name, folder]): Figure => {
    const size = sizes.last(join(dataDir, folder));
    return { ...figure(`disk.${name}`, 'bytes', size?.bytes ?? 0), value: size?.bytes ?? null };
  });
  return [{ ...figure('disk.free', 'bytes', bavail * bsize), of: blocks * bsize }, ...folders];
};

/** Age of the last complete backup, and the space for the next ones. */
const backupFigures = async ({ backups, clock }: SiteStateOptions, db: Queryable): Promise<Figure[]> => {
  const [schedule, last] = [await readSchedule(db), await lastGoodBackup(db)];
  const secondsSince = (at: Date): number => Math.max(0, Math.floor((clock.now().getTime() - at.getTime()) / 1_000));
  const age = last && secondsSince(last);
  const state = backupAgeState({
    age,
    maxAge: schedule?.maxAge,
    scheduledFor: schedule && secondsSince(schedule.changed),
  });
  const free = schedule && (await backups.freeBytes(schedule.folder));
  return [
    { ...figure('backup.age', 'seconds', age ?? 0), value: age ?? null, state },
    ...(free === undefined ? [] : [figure('backup.free', 'bytes', free)]),
  ];
};

/** Figures of the continuous check of the search index. */
const indexCheckFigures = ({ search: { check }, clock }: SiteStateOptions): Figure[] => {
  const { differences, completed } = check.figures();
  const ago = completed === undefined ? undefined : Math.max(0, Math.floor((clock.now().getTime() - completed) / 1000));
  return [
    { ...figure('search.checked', 'seconds', ago ?? 0), value: ago ?? null },
    figure('search.differences', 'count', differences),
  ];
};

const searchFigures = async ({ search, feed }: SiteStateOptions, db: Queryable): Promise<Figure[]> => {
  const size = await indexSizeSoon(search);
  const held = (name: string, unit: FigureUnit, value: number | undefined): Figure => ({
    ...{ name, unit, value: value ?? null, of: null, state: value === undefined ? 'bad' : 'good' },
  });
  return [
    held('search.items', 'count', size?.items),
    held('search.memory', 'bytes', size?.bytes),
    figure('search.behind', 'count', (await unreadChanges(db, feed.position())).count),
  ];
};

export const createSiteState = (options: SiteStateOptions): SiteState => {
  const { dataDir } = options.config;
  const sizes = createFolderSizes(
    Object.values(FOLDERS).map((folder) => join(dataDir, folder)),
    options.clock,
  );
  return {
    async figures(db) {
      return [
        ...processFigures(options),
        ...(await databaseFigures(options, db)),
        ...(await jobFiguresOf(db)),
        ...(await mailFiguresOf(options, db)),
        ...(await diskFigures(options, sizes)),
        ...(await checkFigures(options)),
        ...(await backupFigures(options, db)),
        ...(await searchFigures(options, db)),
        ...indexCheckFigures(options),
      ];
    },
    connected: (db) => options.connectedPeople.all(db),
  };
};
