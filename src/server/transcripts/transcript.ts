// Contents of a transcript file, and the limits for reading one.

import { FileRefused, type FileRefusal } from 'src/server/fileReader/fileRefused.ts';
import { MEBIBYTE } from 'src/server/limits.ts';

export type TranscriptFormat = 'EAF' | 'VTT' | 'SRT';

export const TRANSCRIPT_BOUNDS = {
  fileBytes: 16 * MEBIBYTE,
  passages: 20_000,
  tiers: 200,
  textLength: 10_000,
  nameLength: 120,
  /** Further tiers of one passage. */
  annotations: 50,
  /** Latest time of a passage without a known recording: 100 hours, which WebVTT writes with two digits. */
  seconds: 360_000,
} as const;

/** Text of a further tier about a passage. */
export interface PassageAnnotation {
  readonly tier: string;
  readonly text: string;
}

/** A passage as the file states it. Its times are not checked yet. */
export interface RawPassage {
  /** Line of the file at which the passage begins, from 1. */
  readonly line: number;
  /** Name of the tier or of the voice; empty when the file names none. */
  readonly speaker: string;
  /** Seconds; undefined when the file has no time that can be read. */
  readonly start: number | undefined;
  readonly end: number | undefined;
  readonly text: string;
  readonly translation: string;
  readonly annotations: readonly PassageAnnotation[];
}

export interface TranscriptPassage extends RawPassage {
  readonly start: number;
  readonly end: number;
}

/** A message about the file, with its values. */
export interface TranscriptNote {
  readonly message: string;
  readonly params: Readonly<Record<string, string | number>>;
}

export interface RefusedPassage extends TranscriptNote {
  readonly line: number;
  readonly speaker: string;
  readonly text: string;
}

/** A tier whose texts belong to the passages of another tier. */
export interface FurtherTier {
  readonly name: string;
  readonly role: 'translation' | 'annotation';
  /** True for a tier with at most one text for each passage, which can be the translation. */
  readonly isWhole: boolean;
}

export interface RawTranscript {
  readonly format: TranscriptFormat;
  /** Name of the recording, as the file states it. */
  readonly media: string | undefined;
  readonly passages: readonly RawPassage[];
  /** Name of the person of a tier, where the file states both. */
  readonly participants: ReadonlyMap<string, string>;
  readonly furtherTiers: readonly FurtherTier[];
  readonly notes: readonly TranscriptNote[];
}

export interface Speaker {
  readonly name: string;
  readonly participant: string | undefined;
  readonly count: number;
}

export interface Transcript extends Omit<RawTranscript, 'passages' | 'participants'> {
  readonly encoding: string;
  /** In the order of their times. */
  readonly passages: readonly TranscriptPassage[];
  readonly refused: readonly RefusedPassage[];
  readonly speakers: readonly Speaker[];
}

/** A line of what the process that reads a file writes. */
export type TranscriptRow = { readonly passage: TranscriptPassage } | { readonly refused: RefusedPassage };

/** Reason why a file cannot be read as a transcript. */
export class TranscriptError extends FileRefused {
  constructor(key: string, params?: FileRefusal['params']) {
    super({ path: '/upload', message: `transcript.${key}`, ...(params && { params }) });
  }
}

export const transcriptNote = (key: string, params: TranscriptNote['params'] = {}): TranscriptNote => ({
  message: `transcript.${key}`,
  params,
});
