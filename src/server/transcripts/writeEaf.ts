// Writes passages as ELAN 3.0: one tier for each speaker, below it one for the translation and one for each further tier.

import { setImmediate } from 'node:timers/promises';
import { element, XML_HEAD, xmlOf, type XmlElement } from 'src/server/exchange/xmlText.ts';
import type { TranscriptPassage } from 'src/server/transcripts/transcript.ts';
import { PASSAGES_AT_ONCE } from 'src/server/transcripts/writeWebVtt.ts';

/** Linguistic types of the written tiers. */
const TYPES = { speech: 'speech', translation: 'translation', further: 'further' } as const;
const SYMBOLIC = 'Symbolic_Association';
/** ELAN needs a name for each tier. */
const UNNAMED_TIER = 'default';

export interface EafFacts {
  /** Name and media type of the recording, if there is one. */
  readonly media: { readonly name: string; readonly type: string } | undefined;
  /** Time of the export in ISO 8601. */
  readonly date: string;
  /** Names of the people who speak, by speaker. */
  readonly participants: ReadonlyMap<string, string>;
}

interface NumberedPassage {
  readonly passage: TranscriptPassage;
  /** From 1. */
  readonly n: number;
}

interface WrittenTier {
  readonly name: string;
  readonly type: string;
  readonly parent?: string;
  readonly participant?: string | undefined;
  readonly annotations: readonly XmlElement[];
}

const timeSlotIds = (n: number): readonly [string, string] => [`ts${2 * n - 1}`, `ts${2 * n}`];

const annotationElement = (name: string, attributes: Readonly<Record<string, string>>, text: string): XmlElement =>
  element('ANNOTATION', {}, [element(name, attributes, [element('ANNOTATION_VALUE', {}, [text])])]);

const spokenAnnotation = ({ passage, n }: NumberedPassage): XmlElement => {
  const [from, to] = timeSlotIds(n);
  const attributes = { ANNOTATION_ID: `a${n}`, TIME_SLOT_REF1: from, TIME_SLOT_REF2: to };
  return annotationElement('ALIGNABLE_ANNOTATION', attributes, passage.text);
};

/** Returns a name that no tier of the document has yet. */
const createTierNamer = (): ((wish: string) => string) => {
  const used = new Set<string>();
  return (wish) => {
    const base = wish.trim() === '' ? UNNAMED_TIER : wish;
    let name = base;
    for (let n = 2; used.has(name); n += 1) name = `${base} ${n}`;
    used.add(name);
    return name;
  };
};

const tierElement = ({ name, type, parent, participant, annotations }: WrittenTier): string => {
  const attributes = {
    TIER_ID: name,
    LINGUISTIC_TYPE_REF: type,
    ...(parent !== undefined && { PARENT_REF: parent }),
    ...(participant !== undefined && { PARTICIPANT: participant }),
  };
  return `${xmlOf(element('TIER', attributes, annotations))}\n`;
};

/** Texts of one dependent tier, each with the passage that it belongs to. */
interface DependentTexts {
  readonly wish: string;
  readonly type: string;
  readonly texts: { readonly of: NumberedPassage; readonly text: string }[];
}

const dependentTexts = (speaker: string, passages: readonly NumberedPassage[]): readonly DependentTexts[] => {
  const tiers = new Map<string, DependentTexts>();
  const add = (of: NumberedPassage, { wish, type, text }: { wish: string; type: string; text: string }): void => {
    const key = `${type} ${wish}`;
    const tier = tiers.get(key) ?? { wish, type, texts: [] };
    tier.texts.push({ of, text });
    tiers.set(key, tier);
  };
  for (const of of passages) {
    const { translation, annotations } = of.passage;
    if (translation.trim() !== '')
      add(of, { wish: `${speaker} translation`.trim(), type: TYPES.translation, text: translation });
    for (const { tier, text } of annotations) add(of, { wish: tier, type: TYPES.further, text });
  }
  return [...tiers.values()];
};

const bySpeaker = (passages: readonly TranscriptPassage[]): ReadonlyMap<string, NumberedPassage[]> => {
  const groups = new Map<string, NumberedPassage[]>();
  for (const [at, passage] of passages.entries()) {
    const own = groups.get(passage.speaker) ?? [];
    own.push({ passage, n: at + 1 });
    groups.set(passage.speaker, own);
  }
  return groups;
};

async function* writeTiers(passages: readonly TranscriptPassage[], { participants }: EafFacts): AsyncGenerator<string> {
  const speakers = [...bySpeaker(passages)];
  const nameOf = createTierNamer();
  // Speakers come first, because their tiers keep their names.
  const names = new Map(speakers.map(([speaker]) => [speaker, nameOf(speaker)]));
  let id = passages.length;
  for (const [speaker, own] of speakers) {
    const name = names.get(speaker) ?? UNNAMED_TIER;
    const participant = participants.get(speaker);
    yield tierElement({ name, type: TYPES.speech, participant, annotations: own.map(spokenAnnotation) });
    await setImmediate();
    for (const { wish, type, texts } of dependentTexts(speaker, own)) {
      const annotations = texts.map(({ of, text }) =>
        annotationElement('REF_ANNOTATION', { ANNOTATION_ID: `a${++id}`, ANNOTATION_REF: `a${of.n}` }, text),
      );
      yield tierElement({ name: nameOf(wish), type, parent: name, annotations });
      await setImmediate();
    }
  }
}

const headerElement = ({ media }: EafFacts): XmlElement =>
  element(
    'HEADER',
    { MEDIA_FILE: '', TIME_UNITS: 'milliseconds' },
    media
      ? [
          element('MEDIA_DESCRIPTOR', {
            ...{ MEDIA_URL: `file:///${encodeURIComponent(media.name)}`, MIME_TYPE: media.type },
            RELATIVE_MEDIA_URL: `./${media.name}`,
          }),
        ]
      : [],
  );

const endOfDocument = (): string => {
  const types = [
    element('LINGUISTIC_TYPE', {
      LINGUISTIC_TYPE_ID: TYPES.speech,
      TIME_ALIGNABLE: 'true',
      GRAPHIC_REFERENCES: 'false',
    }),
    ...[TYPES.translation, TYPES.further].map((id) =>
      element('LINGUISTIC_TYPE', {
        ...{ LINGUISTIC_TYPE_ID: id, TIME_ALIGNABLE: 'false', GRAPHIC_REFERENCES: 'false' },
        CONSTRAINTS: SYMBOLIC,
      }),
    ),
    element('CONSTRAINT', { STEREOTYPE: SYMBOLIC, DESCRIPTION: '1-1 association with a parent annotation' }),
  ];
  return `${types.map((type) => `${xmlOf(type)}\n`).join('')}</ANNOTATION_DOCUMENT>\n`;
};

/** `passages` are in the order of their times. */
export async function* writeEaf(passages: readonly TranscriptPassage[], facts: EafFacts): AsyncGenerator<string> {
  const schema = 'http://www.mpi.nl/tools/elan/EAFv3.0.xsd';
  const root = element('ANNOTATION_DOCUMENT', {
    ...{ AUTHOR: '', DATE: facts.date, FORMAT: '3.0', VERSION: '3.0' },
    ...{ 'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance', 'xsi:noNamespaceSchemaLocation': schema },
  });
  yield `${XML_HEAD}${xmlOf(root).replace(/\/>$/u, '>')}\n${xmlOf(headerElement(facts))}\n<TIME_ORDER>\n`;
  for (let at = 0; at < passages.length; at += PASSAGES_AT_ONCE) {
    const some = passages.slice(at, at + PASSAGES_AT_ONCE);
    const slots = some.flatMap(({ start, end }, index) =>
      timeSlotIds(at + index + 1).map((slot, side) =>
        xmlOf(element('TIME_SLOT', { TIME_SLOT_ID: slot, TIME_VALUE: Math.round((side === 0 ? start : end) * 1000) })),
      ),
    );
    yield `${slots.join('\n')}\n`;
    await setImmediate();
  }
  yield '</TIME_ORDER>\n';
  yield* writeTiers(passages, facts);
  yield endOfDocument();
}
