// The values of an item that an approved record becomes, by the mapping of its form.

import type { FieldForm, FormAnswers, Question, RecordMapping } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { mappedQuestion, type AnswerScope } from 'src/domain/geokeeper/records/mappedQuestion.ts';
import { placeOfAnswers } from 'src/domain/geokeeper/records/placeOfAnswers.ts';
import { isLevel, stricter, type Level } from 'src/model/access/levels.ts';
import { asGeometry } from 'src/model/geo/geoJson.ts';
import { gridCells } from 'src/model/geo/gridCell.ts';
import type { Json, Values } from 'src/model/item/Item.ts';
import { KINDS } from 'src/model/generated/kinds.ts';
import { holdsIds, isGeometry } from 'src/model/kinds/kindTraits.ts';
import type { Property } from 'src/model/schema/Property.ts';

type Properties = Readonly<Record<string, Property>>;

/** Types of the items that a record may become, with the path of their level. */
export const OUTCOME_TYPES: ReadonlyMap<string, string> = new Map([
  ['SpatialFeature', 'access'],
  ['ResearchData', 'access'],
]);

/** Values that the record decides, not the mapping. */
const FIXED_PATHS: ReadonlySet<string> = new Set(['owner', 'importedVia', 'consents']);

const TEXT_KINDS: ReadonlySet<string> = new Set(['text', 'longText']);
const NUMBER_KINDS: ReadonlySet<string> = new Set(['integer', 'number']);
const KEY_KINDS: ReadonlySet<string> = new Set(['enum', 'list', 'level']);
const MAPPED_KINDS: ReadonlySet<string> = new Set([
  ...TEXT_KINDS,
  ...NUMBER_KINDS,
  ...KEY_KINDS,
  ...['approximateDate', 'boolean', 'date', 'dateTime', 'files', 'geometry'],
]);
const AFFIRMATIVE: ReadonlySet<string> = new Set(['yes', 'true', '1', 'OK']);

const isMappable = (path: string, property: Property | undefined): property is Property =>
  property !== undefined && !FIXED_PATHS.has(path) && !property.readOnly && MAPPED_KINDS.has(property.kind);

/** Returns the paths of a mapping that cannot be filled, and the type itself when records do not become items of it. */
export const mappingFaults = (
  { type, values, repeat }: RecordMapping,
  form: FieldForm,
  properties: Properties | undefined,
): readonly string[] => {
  if (!OUTCOME_TYPES.has(type) || !properties) return [type];
  const isUnknown = (name: string): boolean => mappedQuestion(form.questions, name) === undefined;
  return [
    ...(repeat !== undefined && isUnknown(repeat) ? [repeat] : []),
    ...Object.entries(values).flatMap(([path, source]) =>
      !isMappable(path, properties[path]) || ('question' in source && isUnknown(source.question)) ? [path] : [],
    ),
  ];
};

const labelOfChoice = (form: FieldForm, { list }: Question, name: string): string => {
  const declared = list === undefined ? undefined : form.lists[list];
  const choice = declared && 'choices' in declared ? declared.choices.find((each) => each.name === name) : undefined;
  return choice?.label[form.defaultLanguage] ?? name;
};

/** Returns undefined for an answer that is no value of the kind. */
const valueOfKind = ({ kind }: Property, texts: readonly string[]): Json | undefined => {
  const text = texts.join(', ');
  if (NUMBER_KINDS.has(kind)) return text === '' || Number.isNaN(Number(text)) ? undefined : Number(text);
  const { json, time } = KINDS[kind];
  if (json === 'boolean') return AFFIRMATIVE.has(text);
  if (time === 'day' || time === 'period') return text.slice(0, 'yyyy-mm-dd'.length);
  if (time === 'moment') return Number.isNaN(Date.parse(text)) ? undefined : new Date(text).toISOString();
  return text;
};

const valueOfAnswer = (
  property: Property,
  { question, form, value }: { question: Question; form: FieldForm; value: unknown },
): Json | undefined => {
  if (isGeometry(property.kind))
    return placeOfAnswers([question], { [question.name]: value } as FormAnswers) as Json | undefined;
  const names = (Array.isArray(value) ? value : [value]).map(String);
  if (KEY_KINDS.has(property.kind)) return property.many === true ? names : names[0];
  const texts = TEXT_KINDS.has(property.kind) ? names.map((name) => labelOfChoice(form, question, name)) : names;
  if (property.many === true) return texts.flatMap((text) => valueOfKind(property, [text]) ?? []);
  return valueOfKind(property, texts);
};

export interface OutcomeValues {
  readonly values: Values;
  /** Names of files of the record, by property. */
  readonly files: Readonly<Record<string, string>>;
  /** The least level that may see the item. */
  readonly level: Level;
}

interface OutcomeSources {
  readonly form: FieldForm;
  readonly scope: AnswerScope;
  readonly properties: Properties;
  /** Level of the record. */
  readonly level: Level;
  /** Readers below PROTECTED see the record at a generalised place only. */
  readonly closesPositions: boolean;
  /** Degrees of a cell of generalised places. */
  readonly cell: number;
}

const generalPlace = (place: Json | undefined, cell: number): Json | undefined => {
  const geometry = asGeometry(place);
  return geometry && gridCells(geometry, cell);
};

/** An item has one level, so it is as strict as the strictest of its values. */
export const outcomeValues = (
  { values }: RecordMapping,
  { form, scope, properties, level, closesPositions, cell }: OutcomeSources,
): OutcomeValues => {
  const result: Record<string, Json> = {};
  const files: Record<string, string> = {};
  let strictest = level;
  for (const [path, source] of Object.entries(values)) {
    const property = properties[path];
    if (!isMappable(path, property)) continue;
    if ('constant' in source) {
      if (KINDS[property.kind].facet === 'LEVEL')
        strictest = isLevel(source.constant) ? stricter(strictest, source.constant) : strictest;
      else
        result[path] = property.many === true ? [source.constant] : (valueOfKind(property, [source.constant]) ?? null);
      continue;
    }
    const found = mappedQuestion(form.questions, source.question);
    const answer = scope.answer(source.question);
    if (!found || answer === undefined) continue;
    if (found.isRestricted) strictest = stricter(strictest, 'PRIVATE');
    const isGeneral = source.generalised === true && isGeometry(property.kind);
    if (closesPositions && isGeometry(property.kind) && !isGeneral) strictest = stricter(strictest, 'PROTECTED');
    if (holdsIds(property.kind)) files[path] = String(answer);
    else {
      const value = valueOfAnswer(property, { question: found.question, form, value: answer });
      const stored = isGeneral ? generalPlace(value, cell) : value;
      if (stored !== undefined) result[path] = stored;
    }
  }
  return { values: result, files, level: strictest };
};
