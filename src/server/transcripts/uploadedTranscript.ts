// Reads a transcript that the caller has uploaded.

import { readFile, stat } from 'node:fs/promises';
import { invalid } from 'src/model/problems.ts';
import type { Context } from 'src/server/context.ts';
import type { Uploads } from 'src/server/files/uploads.ts';
import { uploadedFile } from 'src/server/files/uploadedFile.ts';
import { MEBIBYTE } from 'src/server/limits.ts';
import { readTranscript, type TranscriptOptions } from 'src/server/transcripts/readTranscript.ts';
import { TRANSCRIPT_BOUNDS, TranscriptError, type Transcript } from 'src/server/transcripts/transcript.ts';

export interface TranscriptNeeds {
  readonly uploads: Uploads;
}

export interface UploadedTranscript extends Transcript {
  /** Name of the file. */
  readonly name: string;
}

const readUpload = async (path: string, options: TranscriptOptions): Promise<Transcript> => {
  const { fileBytes } = TRANSCRIPT_BOUNDS;
  // A large file is refused without being loaded.
  if ((await stat(path)).size > fileBytes) throw new TranscriptError('tooLarge', { max: fileBytes / MEBIBYTE });
  return await readTranscript(await readFile(path), options);
};

/** Throws `invalid` for a file that is not complete, not of the caller, or no transcript. */
export const uploadedTranscript = async (
  context: Context<TranscriptNeeds>,
  { upload, ...options }: TranscriptOptions & { readonly upload: string },
): Promise<UploadedTranscript> => {
  const { path, name } = await uploadedFile(context, upload);
  try {
    return { ...(await readUpload(path, options)), name };
  } catch (error) {
    if (error instanceof TranscriptError) throw invalid([error.refusal]);
    throw error;
  }
};
