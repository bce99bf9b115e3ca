// The texts of an XForm: one translation for each language, with the media of questions and choices.

import { formTextIn } from 'src/domain/geokeeper/forms/choiceNodes.ts';
import type { CompiledForm, CompiledQuestion } from 'src/domain/geokeeper/forms/compileForm.ts';
import type { Choice, FieldForm, FormText, TextMedia } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { xFormPathOf, xPathOfName } from 'src/domain/geokeeper/openRosa/xPathOf.ts';
import { headingOfLanguage, XLS_NO_LANGUAGE } from 'src/domain/geokeeper/xlsform/xlsLanguages.ts';
import { element, type XmlElement } from 'src/server/extend.ts';

/** A text of a form by its id in the translations. */
interface XFormText {
  readonly id: string;
  readonly text: FormText | undefined;
  readonly guidance?: FormText | undefined;
  readonly media?: TextMedia | undefined;
  /** The question whose answers the text may contain. */
  readonly from?: CompiledQuestion | undefined;
}

const MEDIA_FOLDERS = { image: 'images', audio: 'audio', video: 'video' } as const;

export const languagesOfForm = ({ languages }: FieldForm): readonly string[] =>
  languages.length === 0 ? [XLS_NO_LANGUAGE] : languages;

const REFERENCE_IN_TEXT = /\$\{\s*([^{}]+?)\s*\}/gu;

/** Returns the text with an `output` for each answer that it contains. */
const withOutputs = (text: string, from: CompiledQuestion | undefined, form: CompiledForm): (XmlElement | string)[] => {
  const parts: (XmlElement | string)[] = [];
  let end = 0;
  for (const match of text.matchAll(REFERENCE_IN_TEXT)) {
    const [whole, name = ''] = match;
    if (!form.byName.has(name)) continue;
    const value = xPathOfName(name, { byName: form.byName, lists: form.form.lists, from });
    parts.push(text.slice(end, match.index), element('output', { value }));
    end = match.index + whole.length;
  }
  return [...parts, text.slice(end)].filter((part) => part !== '');
};

const hasItext = (text: FormText | undefined): boolean => Object.values(text ?? {}).some((each) => each !== '');

const valuesOf = ({ text, guidance, media, from }: XFormText, language: string, form: CompiledForm): XmlElement[] => {
  const { defaultLanguage } = form.form;
  const inLanguage = (each: FormText | undefined): string => formTextIn(each, language, defaultLanguage);
  const value = (words: string, attributes = {}): XmlElement =>
    element('value', attributes, withOutputs(words, from, form));
  return [
    ...(hasItext(text) ? [value(inLanguage(text))] : []),
    ...(hasItext(guidance) ? [value(inLanguage(guidance), { form: 'guidance' })] : []),
    ...(['image', 'audio', 'video'] as const).flatMap((kind) =>
      hasItext(media?.[kind])
        ? [element('value', { form: kind }, [`jr://${MEDIA_FOLDERS[kind]}/${inLanguage(media?.[kind])}`])]
        : [],
    ),
  ];
};

export type QuestionText = 'label' | 'hint' | 'constraintMsg' | 'requiredMsg';

export const textIdOf = (compiled: CompiledQuestion, kind: QuestionText): string =>
  `${xFormPathOf(compiled)}:${kind === 'label' || kind === 'hint' ? kind : `jr:${kind}`}`;

/** Returns the texts that a question has. */
const textsOfQuestion = (compiled: CompiledQuestion): readonly XFormText[] => {
  const { label, hint, guidance, media, constraintMessage, requiredMessage } = compiled.question;
  const id = (kind: QuestionText): string => textIdOf(compiled, kind);
  const texts: readonly XFormText[] = [
    { id: id('label'), text: label, media, from: compiled },
    { id: id('hint'), text: hint, guidance, from: compiled },
    { id: id('constraintMsg'), text: constraintMessage, from: compiled },
    { id: id('requiredMsg'), text: requiredMessage, from: compiled },
  ];
  return texts.filter((each) => hasItext(each.text) || hasItext(each.guidance) || each.media !== undefined);
};

export const choiceTextId = (list: string, at: number): string => `${list}-${at}`;

/** Returns whether the labels of a list need translations. */
export const isTranslated = (form: FieldForm, choices: readonly Choice[]): boolean =>
  languagesOfForm(form).length > 1 || choices.some(({ media }) => media !== undefined);

const textsOfLists = (form: FieldForm): readonly XFormText[] =>
  Object.entries(form.lists).flatMap(([list, content]) =>
    'choices' in content && isTranslated(form, content.choices)
      ? content.choices.map(({ label, media }, at) => ({ id: choiceTextId(list, at), text: label, media }))
      : [],
  );

export interface XFormTexts {
  readonly element: XmlElement;
  has(id: string): boolean;
}

export const xFormTexts = (compiled: CompiledForm): XFormTexts => {
  const { form, byName } = compiled;
  const texts = [...[...byName.values()].flatMap(textsOfQuestion), ...textsOfLists(form)];
  const known = new Set(texts.map(({ id }) => id));
  const translations = languagesOfForm(form).map((language) =>
    element(
      'translation',
      { lang: headingOfLanguage(language), ...(language === form.defaultLanguage && { default: 'true()' }) },
      texts.map((text) => element('text', { id: text.id }, valuesOf(text, language, compiled))),
    ),
  );
  return { element: element('itext', {}, translations), has: (id) => known.has(id) };
};
