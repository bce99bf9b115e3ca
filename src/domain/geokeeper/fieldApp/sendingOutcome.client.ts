// Decides what follows when sending an entry failed.

import { isUnreachable, messageOfThrown, UploadStatusError } from 'src/client/extendDevice.ts';
import { type FieldEntry, usedFiles } from 'src/domain/geokeeper/fieldApp/fieldEntry.ts';
import { invalidEntries, isProblem } from 'src/model/problems.ts';

/** Thrown when a file of an entry could not be sent. `status` is undefined when the connection broke. */
export class FileSendingError extends Error {
  readonly file: string;
  readonly status: number | undefined;

  constructor(file: string, status: number | undefined, cause?: unknown) {
    super(`${file}: upload ${status ?? 'broken'}`, { cause });
    this.name = 'FileSendingError';
    this.file = file;
    this.status = status;
  }
}

/** Turns a failure of the question how much of a file the server has into one of its sending. */
export const fileSendingError = (file: string, thrown: unknown): FileSendingError =>
  new FileSendingError(file, thrown instanceof UploadStatusError ? thrown.status : undefined, thrown);

/**
 * `stop`: nothing can be sent until there is a connection or a session. `later`: this entry is tried again in the next round. `restart`: files
 * are sent from their beginning. `refused`: the server does not accept the entry, for a reason that is a message id.
 */
export type SendingOutcome =
  | { readonly kind: 'stop' | 'later' }
  | { readonly kind: 'restart'; readonly files: readonly string[] }
  | { readonly kind: 'refused'; readonly reason: string; readonly values?: FieldEntry['reasonValues'] };

const NO_SESSION = 401;
/** The server does not know the upload any longer. */
const GONE_STATUSES: readonly number[] = [404, 410];
/** The same request can succeed later: too slow, another request is at work on it, too many requests, a damaged part. */
const PASSING_STATUSES: readonly number[] = [408, 409, 423, 425, 429, 460];
const FILE_REASONS: Readonly<Record<number, string>> = {
  403: 'field.refused.noAccess',
  413: 'field.refused.fileTooLarge',
  415: 'field.refused.fileType',
};

const isFinal = (status: number): boolean => status >= 400 && status < 500 && !PASSING_STATUSES.includes(status);

const outcomeOfFile = ({ file, status }: FileSendingError): SendingOutcome => {
  if (status === undefined || status === NO_SESSION) return { kind: 'stop' };
  if (GONE_STATUSES.includes(status)) return { kind: 'restart', files: [file] };
  if (!isFinal(status)) return { kind: 'later' };
  return { kind: 'refused', reason: FILE_REASONS[status] ?? 'field.refused.file', values: { file } };
};

/** Returns the names of the files that did not arrive as they left the device. They are numbered as in the request. */
const filesToSendAgain = (pointers: readonly string[], entry: FieldEntry): readonly string[] => {
  const sent = usedFiles(entry).filter((file) => !file.sent);
  return pointers.flatMap((pointer) => {
    const [, at] = /^\/files\/(\d+)\/(?:upload|sha256|name)$/.exec(pointer) ?? [];
    const name = at === undefined ? undefined : sent[Number(at)]?.name;
    return name === undefined ? [] : [name];
  });
};

const plainValues = (params: Readonly<Record<string, unknown>> = {}): FieldEntry['reasonValues'] =>
  Object.fromEntries(
    Object.entries(params).filter(
      (entry): entry is [string, string | number] => typeof entry[1] === 'string' || typeof entry[1] === 'number',
    ),
  );

export const sendingOutcome = (thrown: unknown, entry: FieldEntry): SendingOutcome => {
  if (thrown instanceof FileSendingError) return outcomeOfFile(thrown);
  if (isUnreachable(thrown)) return { kind: 'stop' };
  if (!isProblem(thrown)) return { kind: 'later' };
  const { status } = thrown;
  if (status === NO_SESSION) return { kind: 'stop' };
  const wrong = invalidEntries(thrown);
  const files = filesToSendAgain(
    wrong.map(({ path }) => path),
    entry,
  );
  if (files.length > 0) return { kind: 'restart', files };
  if (!isFinal(status)) return { kind: 'later' };
  const [first] = wrong;
  if (first) return { kind: 'refused', reason: first.message, values: plainValues(first.params) };
  const isClosed = status === 403 || status === 404;
  return { kind: 'refused', reason: isClosed ? 'field.refused.noAccess' : messageOfThrown(thrown) };
};
