// Reads the bytes of a transcript file: finds its format and encoding by the content, reads its passages and checks them.

import { readFile, stat } from 'node:fs/promises';
import type { ReadFileOf } from 'src/server/fileReader/readRequest.ts';
import { decodeText, type DecodedText } from 'src/server/geoFiles/decodeText.ts';
import { GeoFileError } from 'src/server/geoFiles/geoFile.ts';
import { MEBIBYTE } from 'src/server/limits.ts';
import { checkPassages } from 'src/server/transcripts/checkPassages.ts';
import { isEaf, readEaf } from 'src/server/transcripts/readEaf.ts';
import { isSubRip, isWebVtt, readSubRip, readWebVtt } from 'src/server/transcripts/readCues.ts';
import {
  TRANSCRIPT_BOUNDS,
  TranscriptError,
  type RawTranscript,
  type Transcript,
  type TranscriptRow,
} from 'src/server/transcripts/transcript.ts';

/** Choices of the person for what the file does not state. */
export interface TranscriptOptions {
  readonly encoding?: string | undefined;
  /** Seconds of the recording. */
  readonly length?: number | undefined;
  /** Tiers with the translation of the passages. */
  readonly translations?: readonly string[] | undefined;
}

const decodedTranscript = (bytes: Buffer, encoding: string | undefined): DecodedText => {
  try {
    return decodeText(bytes, encoding);
  } catch (error) {
    if (error instanceof GeoFileError) throw new TranscriptError('otherEncoding');
    throw error;
  }
};

const rawTranscript = async (text: string, translations: readonly string[] | undefined): Promise<RawTranscript> => {
  if (isWebVtt(text)) return readWebVtt(text);
  if (isEaf(text)) return await readEaf(text, translations);
  if (isSubRip(text)) return readSubRip(text);
  throw new TranscriptError('unknownKind');
};

/** Throws `TranscriptError` for a file that is no transcript. */
export const readTranscript = async (bytes: Buffer, options: TranscriptOptions = {}): Promise<Transcript> => {
  const { fileBytes, passages: max } = TRANSCRIPT_BOUNDS;
  if (bytes.length > fileBytes) throw new TranscriptError('tooLarge', { max: fileBytes / MEBIBYTE });
  const decoded = decodedTranscript(bytes, options.encoding);
  const raw = await rawTranscript(decoded.text.replace(/^\u{feff}/u, ''), options.translations);
  if (raw.passages.length > max) throw new TranscriptError('tooManyPassages', { max });
  const transcript = checkPassages(raw, options.length);
  if (transcript.passages.length + transcript.refused.length === 0) throw new TranscriptError('noPassages');
  return { ...transcript, encoding: decoded.encoding };
};

/** Reader of transcripts, run by readerProcess.ts. */
export const readTranscriptFile: ReadFileOf<TranscriptOptions> = async (path, options, write) => {
  const { fileBytes } = TRANSCRIPT_BOUNDS;
  // A large file is refused without being loaded.
  if ((await stat(path)).size > fileBytes) throw new TranscriptError('tooLarge', { max: fileBytes / MEBIBYTE });
  const { passages, refused, ...facts } = await readTranscript(await readFile(path), options);
  const writeRow = (row: TranscriptRow): void => write(row);
  for (const passage of passages) writeRow({ passage });
  for (const row of refused) writeRow({ refused: row });
  return facts;
};
