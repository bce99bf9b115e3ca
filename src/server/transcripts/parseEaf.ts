// Parses the XML of ELAN in pieces, so that a large file does not hold up other requests. No tree of the document is built. A document
// type is refused, because it may define entities.

import { setImmediate } from 'node:timers/promises';
import { SaxesParser } from 'saxes';
import { TRANSCRIPT_BOUNDS, TranscriptError } from 'src/server/transcripts/transcript.ts';

const PIECE_LENGTH = 65_536;
/** ELAN nests five elements. */
const MAX_ELEMENT_DEPTH = 50;
const MAX_ANNOTATIONS = 200_000;

export interface EafAnnotation {
  readonly id: string;
  readonly line: number;
  /** Time slots of an annotation with times. */
  readonly slots: readonly [from: string, to: string] | undefined;
  /** The annotation that this one belongs to. */
  readonly parent: string | undefined;
  value: string;
}

export interface EafTier {
  readonly name: string;
  readonly participant: string | undefined;
  readonly parent: string | undefined;
  readonly linguisticType: string;
  readonly annotations: EafAnnotation[];
}

export interface EafDocument {
  media: string | undefined;
  timeUnits: string | undefined;
  /** Milliseconds of each time slot; undefined for a slot without a time. */
  readonly slots: Map<string, number | undefined>;
  readonly tiers: EafTier[];
  /** The constraint of each linguistic type that has one. */
  readonly constraints: Map<string, string>;
}

type Attributes = Readonly<Record<string, string>>;
type OpenElement = (document: EafDocument, attributes: Attributes, line: number) => void;

const filledAttribute = (value: string | undefined): string | undefined =>
  value === undefined || value.trim() === '' ? undefined : value.trim();

const openTier: OpenElement = ({ tiers }, attributes) => {
  if (tiers.length >= TRANSCRIPT_BOUNDS.tiers)
    throw new TranscriptError('tooManyTiers', { max: TRANSCRIPT_BOUNDS.tiers });
  tiers.push({
    name: attributes['TIER_ID'] ?? '',
    participant: filledAttribute(attributes['PARTICIPANT']),
    parent: filledAttribute(attributes['PARENT_REF']),
    linguisticType: attributes['LINGUISTIC_TYPE_REF'] ?? '',
    annotations: [],
  });
};

const openAnnotation: OpenElement = ({ tiers }, attributes, line) => {
  const { ANNOTATION_ID: id = '', TIME_SLOT_REF1: from, TIME_SLOT_REF2: to, ANNOTATION_REF: parent } = attributes;
  const slots = from === undefined && to === undefined ? undefined : ([from ?? '', to ?? ''] as const);
  tiers.at(-1)?.annotations.push({ id, line, slots, parent, value: '' });
};

const OPENED: Readonly<Record<string, OpenElement>> = {
  HEADER: (document, { TIME_UNITS: units }) => (document.timeUnits = units),
  MEDIA_DESCRIPTOR: (document, { MEDIA_URL: address = '', RELATIVE_MEDIA_URL: relative }) =>
    (document.media ??= (filledAttribute(relative) ?? address).split(/[\\/]/u).at(-1)),
  TIME_SLOT: ({ slots }, { TIME_SLOT_ID: id = '', TIME_VALUE: value }) =>
    slots.set(id, value === undefined ? undefined : Number(value)),
  TIER: openTier,
  ALIGNABLE_ANNOTATION: openAnnotation,
  REF_ANNOTATION: openAnnotation,
  LINGUISTIC_TYPE: ({ constraints }, { LINGUISTIC_TYPE_ID: id = '', CONSTRAINTS: constraint = '' }) =>
    constraints.set(id, constraint),
};

interface Reading {
  readonly document: EafDocument;
  write(piece: string): void;
  end(): void;
}

const createEafReading = (): Reading => {
  const document: EafDocument = {
    ...{ media: undefined, timeUnits: undefined },
    ...{ slots: new Map(), tiers: [], constraints: new Map() },
  };
  const parser = new SaxesParser();
  const path: string[] = [];
  let count = 0;
  const addText = (text: string): void => {
    const annotation = path.at(-1) === 'ANNOTATION_VALUE' ? document.tiers.at(-1)?.annotations.at(-1) : undefined;
    if (annotation) annotation.value += text;
  };
  parser.on('error', () => {
    throw new TranscriptError('notXml');
  });
  parser.on('doctype', () => {
    throw new TranscriptError('entities');
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (path.length === 0 && name !== 'ANNOTATION_DOCUMENT') throw new TranscriptError('unknownKind');
    if (path.push(name) > MAX_ELEMENT_DEPTH) throw new TranscriptError('notXml');
    if (name.endsWith('_ANNOTATION') && ++count > MAX_ANNOTATIONS)
      throw new TranscriptError('tooManyPassages', { max: MAX_ANNOTATIONS });
    OPENED[name]?.(document, attributes, parser.line);
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => void path.pop());
  return { document, write: (piece) => void parser.write(piece), end: () => void parser.close() };
};

/** Throws `TranscriptError` for text that is not a complete document of ELAN. */
export const parseEaf = async (text: string): Promise<EafDocument> => {
  const reading = createEafReading();
  for (let at = 0; at < text.length; at += PIECE_LENGTH) {
    reading.write(text.slice(at, at + PIECE_LENGTH));
    await setImmediate();
  }
  reading.end();
  return reading.document;
};
