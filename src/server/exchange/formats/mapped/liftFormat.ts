// Exports as LIFT 0.13, the exchange format of dictionaries. One sense per entry.

import { isOther, otherText } from 'src/model/item/otherMarker.ts';
import { isRecord } from 'src/base/isRecord.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { LiftMapping } from 'src/model/schema/TypeExports.ts';
import type { ExportFormat } from 'src/server/exchange/ExportFormat.ts';
import type { ExportRow, ExportSource } from 'src/server/exchange/exportSource.ts';
import { mappedRows, valuesOfPath, valuesOfPaths } from 'src/server/exchange/mappedRows.ts';
import { element, XML_HEAD, type XmlElement, xmlOf } from 'src/server/exchange/xmlText.ts';

const UNKNOWN_LANGUAGE = 'und';
/** Prefix of tags for private use, and the length of their parts. */
const PRIVATE_LANGUAGE = 'qaa-x-';
const TAG_PART = /[a-z0-9]{1,8}/gu;
/** Marks a text in the International Phonetic Alphabet. */
const PHONETIC = '-fonipa';

/** Returns the declared tag of a value, or a private one that is made of its letters. */
const liftLanguageTag = (value: Json | undefined, tags: LiftMapping['tags'] = {}): string => {
  if (typeof value !== 'string') return UNKNOWN_LANGUAGE;
  const known = tags[value];
  if (known !== undefined) return known;
  const name = (isOther(value) ? otherText(value) : value).normalize('NFD').toLowerCase();
  const parts = (name.match(/[a-z0-9]+/gu) ?? []).flatMap((word) => word.match(TAG_PART) ?? []);
  return parts.length === 0 ? UNKNOWN_LANGUAGE : PRIVATE_LANGUAGE + parts.join('-');
};

/** Turns `qaa-x-word` into `qaa-fonipa-x-word`: a variant precedes what is private. */
const phoneticTag = (tag: string): string =>
  tag.includes('-x-') ? tag.replace('-x-', `${PHONETIC}-x-`) : tag + PHONETIC;

type Form = readonly [tag: string, text: string];

const formElement = ([lang, text]: Form, name = 'form'): XmlElement =>
  element(name, { lang }, [element('text', {}, [text])]);

/** Returns no element for no forms. */
const withForms = (
  name: string,
  forms: readonly Form[],
  attributes: Readonly<Record<string, string>> = {},
): XmlElement[] =>
  forms.length === 0
    ? []
    : [
        element(
          name,
          attributes,
          forms.map((form) => formElement(form)),
        ),
      ];

/** Returns the forms of a text by language. */
const translations = (row: ExportRow, path: string | undefined): Form[] =>
  valuesOfPath(row, path).flatMap(({ value }) =>
    isRecord(value)
      ? Object.entries(value).flatMap(([tag, text]): Form[] => (typeof text === 'string' ? [[tag, text]] : []))
      : [],
  );

/** An entry has one note of each kind, so several texts share it. */
const liftNote = (
  row: ExportRow,
  paths: readonly string[] | undefined,
  [language, type]: readonly [string, string?],
) => {
  const text = valuesOfPaths(row, paths)
    .map((value) => value.text)
    .join('\n');
  return withForms('note', text === '' ? [] : [[language, text]], type === undefined ? {} : { type });
};

interface Entry {
  readonly row: ExportRow;
  readonly mapping: LiftMapping;
  /** Language of the word. */
  readonly word: string;
  /** Language of the export. */
  readonly language: string;
}

const exampleOf = ({ row, mapping, word }: Entry): XmlElement[] => {
  const forms = valuesOfPath(row, mapping.example).map(({ text }): Form => [word, text]);
  const translated = withForms('translation', translations(row, mapping.exampleTranslation));
  if (forms.length === 0 && translated.length === 0) return [];
  return [element('example', {}, [...forms.map((form) => formElement(form)), ...translated])];
};

const senseOf = (entry: Entry): XmlElement => {
  const { row, mapping } = entry;
  const [partOfSpeech] = valuesOfPath(row, mapping.partOfSpeech);
  return element('sense', { id: `${row.item.$id}-sense` }, [
    ...(partOfSpeech ? [element('grammatical-info', { value: partOfSpeech.text })] : []),
    ...translations(row, mapping.gloss).map((form) => formElement(form, 'gloss')),
    ...exampleOf(entry),
    ...valuesOfPaths(row, mapping.domains).map(({ text }) =>
      element('trait', { name: 'semantic-domain', value: text }),
    ),
  ]);
};

const liftEntry = (entry: Entry): XmlElement => {
  const { row, mapping, word, language } = entry;
  const { item } = row;
  const attributes = { id: item.$id, dateCreated: item._c.ts, dateModified: item.updated };
  const spoken = valuesOfPath(row, mapping.pronunciation).map(({ text }): Form => [phoneticTag(word), text]);
  return element('entry', attributes, [
    ...withForms('lexical-unit', [[word, item.$label]]),
    ...withForms('pronunciation', spoken),
    ...valuesOfPaths(row, mapping.variants).flatMap(({ text }) => withForms('variant', [[word, text]])),
    senseOf(entry),
    ...liftNote(row, mapping.notes, [language]),
    ...liftNote(row, mapping.sources, [language, 'source']),
    ...valuesOfPaths(row, mapping.related).flatMap(({ id }) =>
      id === undefined ? [] : [element('relation', { type: 'related', ref: id })],
    ),
  ]);
};

async function* writeLift(source: ExportSource): AsyncGenerator<string> {
  const { language } = source;
  yield `${XML_HEAD}<lift version="0.13" producer="Knowledge Keeper">\n`;
  for await (const rows of source.pages())
    yield mappedRows(source, rows, 'lift')
      .map(({ row, mapping }) => {
        const [spoken] = valuesOfPath(row, mapping.language);
        const word = liftLanguageTag(spoken?.value, mapping.tags);
        return `${xmlOf(liftEntry({ row, mapping, word, language }))}\n`;
      })
      .join('');
  yield '</lift>\n';
}

export const liftFormat: ExportFormat = { media: 'application/xml; charset=utf-8', write: writeLift };
