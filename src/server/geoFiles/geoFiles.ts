// Reads uploaded geographic files: each in its own process with limits of memory and time, without network, and in a temporary folder. No
// file can affect this server.

import { fork, type ChildProcess } from 'node:child_process';
import { createReadStream, mkdirSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { invalid } from 'src/model/problems.ts';
import {
  GeoFileError,
  READ_BOUNDS,
  type GeoRow,
  type GeoSummary,
  type ReadAnswer,
  type ReadOptions,
  type ReadRequest,
} from 'src/server/geoFiles/geoFile.ts';
import { createSemaphore, type WaitBounds } from 'src/server/semaphore.ts';

/** Files that one server process reads at a time, one per person; further ones wait. */
const AT_A_TIME = 2;
/** An older folder was left by a killed process. */
const STALE_MS = 3_600_000;
const PAGES_OF_MEBIBYTE = 16;
const KEPT_LOG_SIGNS = 2_000;

export interface ReadGeoFile {
  readonly summary: GeoSummary;
  rows(): AsyncIterable<GeoRow>;
}

export interface AskToRead extends ReadOptions {
  readonly path: string;
  /** Id of the person. */
  readonly person: string;
  readonly deadlineMs: number;
  /** Aborted when the reader has gone. */
  readonly signal?: AbortSignal | undefined;
  /** Limits for the wait for a slot; undefined for a task. */
  readonly bounds?: WaitBounds | undefined;
}

export interface GeoFiles {
  /** Calls `use` while the rows exist. Throws `invalid` when the file cannot be read, `rateLimited` above the limits. */
  read<T>(asked: AskToRead, use: (file: ReadGeoFile) => Promise<T>): Promise<T>;
}

interface GeoFilesOptions {
  readonly dir: string;
  /** readerProcess.ts: from source or as built. */
  readonly entry: () => Promise<URL>;
  readonly log: (message: string, error?: unknown) => void;
}

/** The built process may write only to its folder and start nothing; the loader of the sources needs more. */
const permissionsOf = (entry: URL, folder: string): string[] => {
  if (!entry.pathname.endsWith('.js')) return ['--import', 'tsx'];
  const flag = process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission';
  return [flag, '--allow-fs-read=*', `--allow-fs-write=${folder}`, '--disable-warning=ExperimentalWarning'];
};

/** Memory of SQLite is not part of the heap. */
const memoryBounds = [
  `--max-old-space-size=${READ_BOUNDS.heapMebibytes}`,
  `--wasm-max-mem-pages=${READ_BOUNDS.heapMebibytes * PAGES_OF_MEBIBYTE}`,
];

const startReader = (entry: URL, folder: string): ChildProcess =>
  fork(fileURLToPath(entry), [], {
    execArgv: [...memoryBounds, ...permissionsOf(entry, folder)],
    // Passes none of the server's settings; temporary files of libraries are deleted with the folder.
    env: { TMPDIR: folder, TEMP: folder, TMP: folder, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'json',
  });

const readerAnswer = (
  child: ChildProcess,
  request: ReadRequest,
  { deadlineMs, signal }: AskToRead,
): Promise<ReadAnswer> =>
  new Promise((resolve, reject) => {
    let reply: ReadAnswer | undefined;
    const end = (): void => void child.kill('SIGKILL');
    const timer = setTimeout(() => {
      reply = { refusal: new GeoFileError('tooSlow').refusal };
      end();
    }, deadlineMs);
    signal?.addEventListener('abort', end, { once: true });
    const stopWaiting = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
    };
    child.once('error', (error) => {
      stopWaiting();
      end();
      reject(error);
    });
    child.once('message', (message) => (reply ??= message as ReadAnswer));
    child.once('exit', () => {
      stopWaiting();
      if (signal?.aborted === true) reject(signal.reason as Error);
      // It ends without a message when its memory is full.
      else resolve(reply ?? { refusal: new GeoFileError('tooMuch').refusal });
    });
    child.send(request);
  });

const rowsOfFile = async function* (path: string): AsyncGenerator<GeoRow> {
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY }))
    if (line !== '') yield JSON.parse(line) as GeoRow;
};

const removeStale = async (dir: string): Promise<void> => {
  for (const name of await readdir(dir)) {
    const { mtimeMs } = await stat(join(dir, name)).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (mtimeMs < Date.now() - STALE_MS) await rm(join(dir, name), { recursive: true, force: true });
  }
};

export const createGeoFiles = ({ dir, entry, log }: GeoFilesOptions): GeoFiles => {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const semaphore = createSemaphore({ limit: AT_A_TIME, limitPerKey: 1 });

  const readIn = async (folder: string, asked: AskToRead): Promise<GeoSummary> => {
    const { path, crs, encoding, signal } = asked;
    signal?.throwIfAborted();
    const child = startReader(await entry(), folder);
    let printed = '';
    child.stderr?.on('data', (text: Buffer) => (printed = (printed + text.toString()).slice(-KEPT_LOG_SIGNS)));
    const answer = await readerAnswer(child, { path, crs, encoding, rowsPath: join(folder, 'rows') }, asked);
    if ('summary' in answer) return answer.summary;
    if (printed !== '') log('a geographic file could not be read', new Error(printed));
    throw invalid([answer.refusal]);
  };

  return {
    async read(asked, use) {
      await removeStale(dir);
      const folder = await mkdtemp(join(dir, 'file-'));
      try {
        const summary = await semaphore.run(() => readIn(folder, asked), { ...asked, key: asked.person });
        return await use({ summary, rows: () => rowsOfFile(join(folder, 'rows')) });
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
};
