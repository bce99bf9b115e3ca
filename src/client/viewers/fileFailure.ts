// Finds the reason why a file cannot be shown by requesting its first byte, because media elements report only that they failed. Used by
// every viewer.

export type FailureReason =
  | 'broken'
  | 'failed'
  | 'forbidden'
  | 'gone'
  | 'large'
  | 'noGraphics'
  | 'outside'
  | 'packed'
  | 'password'
  | 'picture'
  | 'svg'
  | 'webPage'
  | 'withheld';

/** Thrown by a viewer that cannot show its file. */
export class FileFailure extends Error {
  readonly reason: FailureReason;
  readonly names: readonly string[];

  constructor(reason: FailureReason, names: readonly string[] = []) {
    super(reason);
    this.reason = reason;
    this.names = names;
  }
}

/** The server answers 403 for a file that the reader may see and whose content is partly closed to the reader. */
const BY_STATUS: Readonly<Record<number, FailureReason>> = { 401: 'forbidden', 403: 'withheld', 404: 'gone' };

/** Returns a successful response; otherwise throws the reason. */
export const fetchFile = async (href: string, options: RequestInit = {}): Promise<Response> => {
  const answer = await fetch(href, options).catch((error: unknown) => {
    if (options.signal?.aborted) throw error;
    throw new FileFailure('failed');
  });
  if (!answer.ok) throw new FileFailure(BY_STATUS[answer.status] ?? 'failed');
  return answer;
};

/** Returns the reason why an element could not show the file: `otherwise` when it can be loaded. */
export const viewerFailure = async (href: string, otherwise: FailureReason): Promise<FileFailure> => {
  try {
    const answer = await fetchFile(href, { headers: { range: 'bytes=0-0' } });
    await answer.body?.cancel();
    return new FileFailure(otherwise);
  } catch (error) {
    return error instanceof FileFailure ? error : new FileFailure('failed');
  }
};
