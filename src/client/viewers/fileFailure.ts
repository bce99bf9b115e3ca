// Why a file cannot be shown: asked of the server by its first byte when a picture or a recording does not play, since their elements
// say no more than that they failed. Read by every viewer.

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
  | 'webPage';

/** What a viewer throws away its file with. */
export class FileFailure extends Error {
  readonly reason: FailureReason;
  readonly names: readonly string[];

  constructor(reason: FailureReason, names: readonly string[] = []) {
    super(reason);
    this.reason = reason;
    this.names = names;
  }
}

const BY_STATUS: Readonly<Record<number, FailureReason>> = { 401: 'forbidden', 403: 'forbidden', 404: 'gone' };

/** Answers the answer when it is one, throws why otherwise. */
export const fetchFile = async (href: string, options: RequestInit = {}): Promise<Response> => {
  const answer = await fetch(href, options).catch((error: unknown) => {
    if (options.signal?.aborted) throw error;
    throw new FileFailure('failed');
  });
  if (!answer.ok) throw new FileFailure(BY_STATUS[answer.status] ?? 'failed');
  return answer;
};

/** Of a file that an element could not show: `otherwise` when all of it can be had. */
export const failureOf = async (href: string, otherwise: FailureReason): Promise<FileFailure> => {
  try {
    const answer = await fetchFile(href, { headers: { range: 'bytes=0-0' } });
    await answer.body?.cancel();
    return new FileFailure(otherwise);
  } catch (error) {
    return error instanceof FileFailure ? error : new FileFailure('failed');
  }
};
