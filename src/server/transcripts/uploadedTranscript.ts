// Reads a transcript that the caller has uploaded, in a process of its own (fileReader/fileReader.ts).

import { problem } from 'src/model/problems.ts';
import type { Context } from 'src/server/context.ts';
import type { FileReader, ReadFile } from 'src/server/fileReader/fileReader.ts';
import type { Uploads } from 'src/server/files/uploads.ts';
import { uploadedFile } from 'src/server/files/uploadedFile.ts';
import type { WaitBounds } from 'src/server/semaphore.ts';
import type { TranscriptOptions } from 'src/server/transcripts/readTranscript.ts';
import type {
  RefusedPassage,
  Transcript,
  TranscriptPassage,
  TranscriptRow,
} from 'src/server/transcripts/transcript.ts';

export interface TranscriptNeeds {
  readonly uploads: Uploads;
  readonly fileReader: FileReader;
}

export interface UploadedTranscript extends Transcript {
  /** Name of the file. */
  readonly name: string;
}

type TranscriptFacts = Omit<Transcript, 'passages' | 'refused'>;

const TRANSCRIPT_DEADLINE_MS = 25_000;
const TRANSCRIPT_RETRY_S = 5;
const TRANSCRIPT_WAIT: WaitBounds = {
  waitMs: 4_000,
  waiting: 3,
  exceeded: () => problem('rateLimited', { retryAfter: TRANSCRIPT_RETRY_S }),
};

const wholeTranscript = async ({ summary, rows }: ReadFile<TranscriptFacts, TranscriptRow>): Promise<Transcript> => {
  const passages: TranscriptPassage[] = [];
  const refused: RefusedPassage[] = [];
  for await (const row of rows()) {
    if ('passage' in row) passages.push(row.passage);
    else refused.push(row.refused);
  }
  return { ...summary, passages, refused };
};

/** Throws `invalid` for a file that is not complete, not of the caller, or no transcript; `rateLimited` above the limits of requests. */
export const uploadedTranscript = async (
  context: Context<TranscriptNeeds>,
  { upload, encoding, length, translations }: TranscriptOptions & { readonly upload: string },
): Promise<UploadedTranscript> => {
  const { services, subject, gone } = context;
  const { path, name } = await uploadedFile(context, upload);
  const limits = {
    ...{ person: subject.userId ?? '', deadlineMs: TRANSCRIPT_DEADLINE_MS },
    ...(gone && { signal: gone, bounds: TRANSCRIPT_WAIT }),
  };
  const asked = { ...limits, path, reader: 'transcript' as const, options: { encoding, length, translations } };
  return { ...(await services.fileReader.read(asked, wholeTranscript)), name };
};
