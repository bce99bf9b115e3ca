// All texts of a form with their translations: which are missing, how one is changed, and how languages are added and removed.

import { isRecord } from 'src/base/isRecord.ts';
import type { ChoiceList, FieldForm, FormText, Question } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { formTextKeys, withText } from 'src/domain/geokeeper/formEditor/formEdits.ts';
import {
  everyQuestion,
  type QuestionPlace,
  questionAt,
  withQuestion,
} from 'src/domain/geokeeper/formEditor/formTree.ts';

export const TEXT_MEMBERS = ['label', 'hint', 'guidance', 'requiredMessage', 'constraintMessage'] as const;
export type TextMember = (typeof TEXT_MEMBERS)[number];

/** The part of the form that has a text: a question, a choice of a list, or the form itself. */
export type TextOwner =
  | { readonly place: QuestionPlace; readonly member: TextMember }
  | { readonly list: string; readonly choice: number }
  | 'title';

export interface TranslatedText {
  readonly key: string;
  readonly owner: TextOwner;
  readonly text: FormText;
}

export const formTexts = (form: FieldForm): readonly TranslatedText[] => {
  const ofQuestions = everyQuestion(form).flatMap(({ place, question }) =>
    TEXT_MEMBERS.flatMap((member) => {
      const text = question[member];
      return text ? [{ key: `${place.join('.')}/${member}`, owner: { place, member }, text }] : [];
    }),
  );
  const ofChoices = Object.entries(form.lists).flatMap(([list, declared]) =>
    'choices' in declared
      ? declared.choices.map(({ label }, choice) => ({
          key: `lists/${list}/${choice}`,
          owner: { list, choice },
          text: label,
        }))
      : [],
  );
  return [{ key: 'title', owner: 'title', text: form.title }, ...ofQuestions, ...ofChoices];
};

const lacksText = (text: FormText, key: string): boolean =>
  (text[key] ?? '') === '' && Object.values(text).some((each) => each !== '');

export const untranslated = (form: FieldForm, key: string): readonly TranslatedText[] =>
  formTexts(form).filter(({ text }) => lacksText(text, key));

/** Returns true for a question with a text that one of the languages does not have. */
export const isUntranslated = (question: Question, keys: readonly string[]): boolean =>
  TEXT_MEMBERS.some((member) => {
    const text = question[member];
    return text !== undefined && keys.some((key) => lacksText(text, key));
  });

const withChoiceText = (list: ChoiceList, at: number, change: (text: FormText) => FormText): ChoiceList =>
  'choices' in list
    ? { choices: list.choices.map((each, index) => (index === at ? { ...each, label: change(each.label) } : each)) }
    : list;

export const withTranslation = (
  form: FieldForm,
  owner: TextOwner,
  [key, value]: readonly [string, string],
): FieldForm => {
  const change = (text: FormText | undefined): FormText => withText(text, key, value) ?? {};
  if (owner === 'title') return { ...form, title: change(form.title) };
  if ('place' in owner) {
    const question = questionAt(form, owner.place);
    return question
      ? withQuestion(form, owner.place, { ...question, [owner.member]: change(question[owner.member]) })
      : form;
  }
  const list = form.lists[owner.list];
  return list ? { ...form, lists: { ...form.lists, [owner.list]: withChoiceText(list, owner.choice, change) } } : form;
};

/** Members that hold a text in several languages. */
const TRANSLATED: ReadonlySet<string> = new Set([...TEXT_MEMBERS, 'title', 'image', 'audio', 'video']);

/** Changes every text, also names of media by language. External lists name a column in `label`, which stays. */
const mappedFormTexts = (form: FieldForm, change: (text: FormText) => FormText): FieldForm => {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        name,
        TRANSLATED.has(name) && isRecord(each) ? change(each as FormText) : walk(each),
      ]),
    );
  };
  return walk(form) as FieldForm;
};

/** Adds a language. The texts of a form without languages become those of its first one. */
export const withLanguage = (form: FieldForm, tag: string): FieldForm => {
  if (form.languages.includes(tag)) return form;
  if (form.languages.length > 0) return { ...form, languages: [...form.languages, tag] };
  const [key = ''] = formTextKeys(form);
  const moved = mappedFormTexts(form, ({ [key]: text, ...others }) =>
    text === undefined ? others : { ...others, [tag]: text },
  );
  return { ...moved, languages: [tag], defaultLanguage: tag };
};

/** Removes a language with its texts. The last language cannot be removed. */
export const withoutLanguage = (form: FieldForm, tag: string): FieldForm => {
  const languages = form.languages.filter((each) => each !== tag);
  const [first] = languages;
  if (first === undefined) return form;
  const defaultLanguage = form.defaultLanguage === tag ? first : form.defaultLanguage;
  return { ...mappedFormTexts(form, ({ [tag]: _, ...others }) => others), languages, defaultLanguage };
};

/** Returns the usual form of a language tag; undefined for a text that is none. */
export const canonicalTag = (typed: string): string | undefined => {
  try {
    return Intl.getCanonicalLocales(typed.trim())[0];
  } catch {
    return undefined;
  }
};
