// Reads uploaded files of other programs: each in its own process with limits of memory and time, without network, and in a temporary
// folder. No file can affect this server.

import { fork, type ChildProcess } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { invalid } from 'src/model/problems.ts';
import {
  PROCESS_BOUNDS,
  processRefusal,
  type ReadAnswer,
  type ReaderName,
  type ReadRequest,
} from 'src/server/fileReader/readRequest.ts';
import { createScratchFolders } from 'src/server/files/scratchFolders.ts';
import { createSemaphore, type WaitBounds } from 'src/server/semaphore.ts';

/** Files that one server process reads at a time, one per person; further ones wait. */
const AT_A_TIME = 2;
const PAGES_OF_MEBIBYTE = 16;
const KEPT_LOG_SIGNS = 2_000;

/** A file that was read, with its rows on disk. */
export interface ReadFile<Summary, Row> {
  readonly summary: Summary;
  rows(): AsyncIterable<Row>;
}

export interface ReadLimits {
  /** Id of the person. */
  readonly person: string;
  readonly deadlineMs: number;
  /** Aborted when the person has left. */
  readonly signal?: AbortSignal | undefined;
  /** Limits for the wait for a slot; undefined for a task. */
  readonly bounds?: WaitBounds | undefined;
}

export interface AskToRead extends ReadLimits {
  readonly reader: ReaderName;
  readonly path: string;
  readonly options: unknown;
}

export interface FileReader {
  /** Calls `use` while the rows exist. Throws `invalid` when the file cannot be read, `rateLimited` above the limits. */
  read<Summary, Row, T>(asked: AskToRead, use: (file: ReadFile<Summary, Row>) => Promise<T>): Promise<T>;
}

interface FileReaderOptions {
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

/** Memory of WebAssembly is not part of the heap. */
const memoryBounds = [
  `--max-old-space-size=${PROCESS_BOUNDS.heapMebibytes}`,
  `--wasm-max-mem-pages=${PROCESS_BOUNDS.heapMebibytes * PAGES_OF_MEBIBYTE}`,
];

const startReader = (entry: URL, folder: string): ChildProcess =>
  fork(fileURLToPath(entry), [], {
    execArgv: [...memoryBounds, ...permissionsOf(entry, folder)],
    // Passes none of the server's settings; temporary files of libraries are deleted with the folder.
    env: { TMPDIR: folder, TEMP: folder, TMP: folder, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'json',
  });

/** Signals that end a process from outside. A process whose memory is full ends itself by another one. */
const OUTSIDE_SIGNALS: ReadonlySet<unknown> = new Set(['SIGHUP', 'SIGINT', 'SIGKILL', 'SIGTERM']);
/** A process that is ended from outside is started again. The system may have ended it because of its memory, so not without end. */
const MOST_STARTS = 2;

/** Resolves to undefined when something else has ended the process, such as a restart of the service that sends a signal to all its processes. */
const readerAnswer = (
  child: ChildProcess,
  request: ReadRequest,
  { deadlineMs, signal }: ReadLimits,
): Promise<ReadAnswer | undefined> =>
  new Promise((resolve, reject) => {
    let reply: ReadAnswer | undefined;
    const end = (): void => void child.kill('SIGKILL');
    const timer = setTimeout(() => {
      reply = { refusal: processRefusal(request.reader, 'tooSlow') };
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
    child.once('exit', (_code, endedBy) => {
      stopWaiting();
      if (signal?.aborted === true) reject(signal.reason as Error);
      else if (reply === undefined && OUTSIDE_SIGNALS.has(endedBy)) resolve(undefined);
      // It ends without a message when its memory is full.
      else resolve(reply ?? { refusal: processRefusal(request.reader, 'tooMuch') });
    });
    child.send(request);
  });

/** Yields the lines of a file. Only line feeds end them: `readline` also ends a line at U+2028, which JSON leaves as it is. */
const rowLines = async function* (path: string): AsyncGenerator<string> {
  let line = '';
  for await (const chunk of createReadStream(path, 'utf8')) {
    const [first = '', ...others] = String(chunk).split('\n');
    line += first;
    for (const next of others) {
      yield line;
      line = next;
    }
  }
  yield line;
};

const rowsOfFile = async function* <Row>(path: string): AsyncGenerator<Row> {
  for await (const line of rowLines(path)) if (line !== '') yield JSON.parse(line) as Row;
};

export const createFileReader = ({ dir, entry, log }: FileReaderOptions): FileReader => {
  const scratch = createScratchFolders(dir);
  const semaphore = createSemaphore({ limit: AT_A_TIME, limitPerKey: 1 });

  const readIn = async <Summary>(folder: string, asked: AskToRead): Promise<Summary> => {
    const { reader, path, options, signal } = asked;
    const rowsPath = join(folder, 'rows');
    let printed = '';
    let answer: ReadAnswer | undefined;
    for (let starts = 0; answer === undefined && starts < MOST_STARTS; starts += 1) {
      signal?.throwIfAborted();
      const child = startReader(await entry(), folder);
      child.stderr?.on('data', (text: Buffer) => (printed = (printed + text.toString()).slice(-KEPT_LOG_SIGNS)));
      answer = await readerAnswer(child, { reader, path, options, rowsPath }, asked);
    }
    answer ??= { refusal: processRefusal(reader, 'tooMuch') };
    if ('summary' in answer) return answer.summary as Summary;
    if (printed !== '') log('an uploaded file could not be read', new Error(printed));
    throw invalid([answer.refusal]);
  };

  return {
    async read<Summary, Row, T>(asked: AskToRead, use: (file: ReadFile<Summary, Row>) => Promise<T>) {
      const folder = await scratch.folder();
      try {
        const summary = await semaphore.run(() => readIn<Summary>(folder, asked), { ...asked, key: asked.person });
        return await use({ summary, rows: () => rowsOfFile<Row>(join(folder, 'rows')) });
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
};
