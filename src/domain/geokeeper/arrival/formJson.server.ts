// The JSON Schema of form definitions, and those of answers, which are made from a form. They say which shape a value has. The meaning of
// expressions, names and references is checked after them (checkFieldForm.ts, checkAnswers.ts).

import type { FieldForm, Question, QuestionType } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { MAX_ENTRIES } from 'src/domain/geokeeper/forms/sessionTree.ts';

type Schema = Readonly<Record<string, unknown>>;

const LONGEST_FORM_TEXT = 100_000;
const MOST_LANGUAGES = 60;
const MOST_MEMBERS = 5_000;
const MOST_POSITIONS = 50_000;

const TEXT_SCHEMA: Schema = { type: 'string', maxLength: LONGEST_FORM_TEXT };
const FORM_TEXT: Schema = { type: 'object', maxProperties: MOST_LANGUAGES, additionalProperties: TEXT_SCHEMA };
const FLAG_OR_EXPRESSION: Schema = { type: ['boolean', 'string'], maxLength: LONGEST_FORM_TEXT };
const FORM_MEDIA: Schema = { type: 'object', properties: { image: FORM_TEXT, audio: FORM_TEXT, video: FORM_TEXT } };

const QUESTION: Schema = {
  type: 'object',
  properties: {
    ...{ name: { type: 'string', minLength: 1, maxLength: 250 }, type: { type: 'string', maxLength: 30 } },
    ...{ label: FORM_TEXT, hint: FORM_TEXT, guidance: FORM_TEXT, media: FORM_MEDIA },
    ...{ required: FLAG_OR_EXPRESSION, requiredMessage: FORM_TEXT, readOnly: FLAG_OR_EXPRESSION },
    ...{
      relevant: TEXT_SCHEMA,
      constraint: TEXT_SCHEMA,
      constraintMessage: FORM_TEXT,
      calculation: TEXT_SCHEMA,
      default: TEXT_SCHEMA,
    },
    ...{
      appearance: TEXT_SCHEMA,
      list: TEXT_SCHEMA,
      choiceFilter: TEXT_SCHEMA,
      other: { type: 'boolean' },
      randomize: FLAG_OR_EXPRESSION,
    },
    range: {
      type: 'object',
      properties: { start: { type: 'number' }, end: { type: 'number' }, step: { type: 'number' } },
      required: ['start', 'end', 'step'],
    },
    maxPixels: { type: 'number', minimum: 1 },
    accuracy: { type: 'object', properties: { capture: { type: 'number' }, warning: { type: 'number' } } },
    audience: { enum: ['GENERAL', 'RESTRICTED'] },
    questions: { type: 'array', maxItems: MOST_MEMBERS, items: { $ref: '#/definitions/question' } },
    count: TEXT_SCHEMA,
  },
  required: ['name', 'type'],
};

const CHOICE_SCHEMA: Schema = {
  type: 'object',
  properties: {
    ...{ name: { type: 'string', minLength: 1, maxLength: 1_000 }, label: FORM_TEXT, media: FORM_MEDIA },
    columns: { type: 'object', maxProperties: 200, additionalProperties: TEXT_SCHEMA },
  },
  required: ['name', 'label'],
};

const LIST_SCHEMA: Schema = {
  oneOf: [
    { type: 'object', properties: { choices: { type: 'array', items: CHOICE_SCHEMA } }, required: ['choices'] },
    {
      type: 'object',
      properties: { file: TEXT_SCHEMA, name: TEXT_SCHEMA, label: TEXT_SCHEMA },
      required: ['file', 'name', 'label'],
    },
  ],
};

const MAPPING: Schema = {
  type: 'object',
  properties: {
    ...{ type: { type: 'string', maxLength: 90 }, repeat: TEXT_SCHEMA },
    values: {
      type: 'object',
      maxProperties: 500,
      additionalProperties: {
        oneOf: [
          {
            type: 'object',
            properties: { question: TEXT_SCHEMA, generalised: { type: 'boolean' } },
            required: ['question'],
          },
          { type: 'object', properties: { constant: TEXT_SCHEMA }, required: ['constant'] },
        ],
      },
    },
  },
  required: ['type', 'values'],
};

/** Other members are permitted, because a form may come from a later version of the product. */
export const FORM_SCHEMA: Schema = {
  type: 'object',
  definitions: { question: QUESTION },
  properties: {
    ...{ title: FORM_TEXT, machineName: { type: 'string', minLength: 1, maxLength: 250 }, version: TEXT_SCHEMA },
    languages: { type: 'array', maxItems: MOST_LANGUAGES, items: { type: 'string', maxLength: 80 } },
    defaultLanguage: { type: 'string', maxLength: 80 },
    formType: { enum: ['record', 'trip'] },
    recordTitle: TEXT_SCHEMA,
    style: { enum: ['pages', 'list'] },
    lists: { type: 'object', maxProperties: MOST_MEMBERS, additionalProperties: LIST_SCHEMA },
    questions: { type: 'array', maxItems: MOST_MEMBERS, items: { $ref: '#/definitions/question' } },
    mappings: { type: 'array', maxItems: 100, items: MAPPING },
  },
  required: ['title', 'machineName', 'languages', 'defaultLanguage', 'formType', 'lists', 'questions'],
};

const POSITION_SCHEMA: Schema = {
  type: 'object',
  properties: {
    ...{ lat: { type: 'number' }, lon: { type: 'number' }, alt: { type: 'number' }, accuracy: { type: 'number' } },
    at: { type: 'string', maxLength: 40 },
  },
  required: ['lat', 'lon'],
};

const NUMBER_SCHEMA: Schema = { type: 'number' };
const WORDS: Schema = { type: 'array', maxItems: MOST_MEMBERS, items: { type: 'string', maxLength: 1_000 } };
const POSITIONS: Schema = { type: 'array', maxItems: MOST_POSITIONS, items: POSITION_SCHEMA };
const COMPUTED: Schema = { type: ['string', 'number'], maxLength: LONGEST_FORM_TEXT };

/** Types without an entry are texts. */
const ANSWERS: Readonly<Partial<Record<QuestionType, Schema>>> = {
  ...{ integer: NUMBER_SCHEMA, decimal: NUMBER_SCHEMA, range: NUMBER_SCHEMA, selectMany: WORDS, rank: WORDS },
  ...{ point: POSITION_SCHEMA, line: POSITIONS, area: POSITIONS, calculate: COMPUTED, hidden: COMPUTED },
};

const sectionSchema = (questions: readonly Question[]): Schema => ({
  type: 'object',
  properties: Object.fromEntries(questions.map((question) => [question.name, answerSchema(question)])),
  additionalProperties: false,
});

const answerSchema = ({ type, questions = [] }: Question): Schema => {
  if (type === 'group') return sectionSchema(questions);
  if (type === 'repeat') return { type: 'array', maxItems: MAX_ENTRIES, items: sectionSchema(questions) };
  return ANSWERS[type] ?? TEXT_SCHEMA;
};

/** Returns the schema of the answers to a form. */
export const answersSchema = ({ questions }: Pick<FieldForm, 'questions'>): Schema => sectionSchema(questions);
