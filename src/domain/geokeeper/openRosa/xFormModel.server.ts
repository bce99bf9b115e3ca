// The model of an XForm: the empty instance, the lists, and the rules of each question.

import { visitExpression, type Expression } from 'src/domain/geokeeper/forms/expressionSyntax.ts';
import { ExpressionError } from 'src/domain/geokeeper/forms/expressionTokens.ts';
import type { CompiledForm, CompiledQuestion } from 'src/domain/geokeeper/forms/compileForm.ts';
import type { ChoiceList, Question, QuestionType } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { formTextIn } from 'src/domain/geokeeper/forms/choiceNodes.ts';
import {
  choiceTextId,
  isTranslated,
  textIdOf,
  type XFormTexts,
} from 'src/domain/geokeeper/openRosa/xFormTexts.server.ts';
import { instanceIdPathOf, xFormPathOf, xPathOf, type XPathContext } from 'src/domain/geokeeper/openRosa/xPathOf.ts';
import { element, type XmlElement } from 'src/server/extend.ts';

const BIND_TYPES: Readonly<Partial<Record<QuestionType, string>>> = {
  integer: 'int',
  decimal: 'decimal',
  date: 'date',
  today: 'date',
  time: 'time',
  dateTime: 'dateTime',
  start: 'dateTime',
  end: 'dateTime',
  rank: 'odk:rank',
  point: 'geopoint',
  line: 'geotrace',
  area: 'geoshape',
  photo: 'binary',
  audio: 'binary',
  video: 'binary',
  file: 'binary',
  signature: 'binary',
  drawing: 'binary',
  barcode: 'barcode',
};

const bindType = ({ type, range }: Question): string => {
  const isWhole = [range?.start ?? 1, range?.end ?? 1, range?.step ?? 1].every(Number.isInteger);
  if (type === 'range') return isWhole ? 'int' : 'decimal';
  return BIND_TYPES[type] ?? 'string';
};

/** Values that Collect fills in when the record begins or ends. */
const PRELOADS: Readonly<Partial<Record<QuestionType, readonly [kind: string, parameter: string]>>> = {
  start: ['timestamp', 'start'],
  end: ['timestamp', 'end'],
  today: ['date', 'today'],
  deviceId: ['property', 'deviceid'],
  userName: ['property', 'username'],
};

type XmlAttributes = Readonly<Record<string, string>>;

const preloadOf = ({ type }: Question): XmlAttributes => {
  const [kind, parameter] = PRELOADS[type] ?? [];
  return kind === undefined ? {} : { 'jr:preload': kind, 'jr:preloadParams': parameter ?? '' };
};

export const xFormContextOf = ({ byName, form }: CompiledForm, from: CompiledQuestion | undefined): XPathContext => ({
  ...{ byName, lists: form.lists, from },
});

const conditionText = (
  condition: boolean | string | undefined,
  expression: Expression | ExpressionError | undefined,
  context: XPathContext,
): string | undefined => {
  if (condition === true) return 'true()';
  return expression && xPathOf(expression, context);
};

const withoutEmptyAttributes = (attributes: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(attributes).filter((entry): entry is [string, string] => entry[1] !== undefined));

const constraintMessageOf = (compiled: CompiledQuestion, kind: 'constraintMsg' | 'requiredMsg', texts: XFormTexts) => {
  const id = textIdOf(compiled, kind);
  return texts.has(id) ? { [`jr:${kind}`]: `jr:itext('${id}')` } : {};
};

/** Returns no rules for a section that is always there. */
const bindOf = (compiled: CompiledQuestion, form: CompiledForm, texts: XFormTexts): readonly XmlElement[] => {
  const { question, expressions } = compiled;
  const { relevant, constraint, calculation } = expressions;
  const context = xFormContextOf(form, compiled);
  const isSection = question.type === 'group' || question.type === 'repeat';
  if (isSection && !relevant && !expressions.readOnly && question.readOnly !== true) return [];
  const attributes = {
    nodeset: xFormPathOf(compiled),
    ...(!isSection && { type: bindType(question) }),
    ...withoutEmptyAttributes({
      required: conditionText(question.required, expressions.required, context),
      readonly: question.type === 'note' ? 'true()' : conditionText(question.readOnly, expressions.readOnly, context),
      relevant: relevant && xPathOf(relevant, context),
      constraint: constraint && xPathOf(constraint, context),
      calculate: calculation && xPathOf(calculation, context),
      'orx:max-pixels': question.maxPixels === undefined ? undefined : String(question.maxPixels),
    }),
    ...constraintMessageOf(compiled, 'constraintMsg', texts),
    ...constraintMessageOf(compiled, 'requiredMsg', texts),
    ...preloadOf(question),
  };
  return [element('bind', attributes)];
};

const hasComputedDefault = ({ expressions }: CompiledQuestion): boolean => expressions.default !== undefined;

const isInRepeat = ({ above }: CompiledQuestion): boolean =>
  above !== undefined && (above.question.type === 'repeat' || isInRepeat(above));

/** Returns the action that computes a default: with the form, and with each new entry of a repeat. */
export const setValueOf = (compiled: CompiledQuestion, form: CompiledForm): XmlElement | undefined => {
  const { default: expression } = compiled.expressions;
  if (!expression) return undefined;
  return element('setvalue', {
    event: isInRepeat(compiled) ? 'odk-instance-first-load odk-new-repeat' : 'odk-instance-first-load',
    ...{ ref: xFormPathOf(compiled), value: xPathOf(expression, xFormContextOf(form, compiled)) },
  });
};

const instanceNodes = (compiled: CompiledQuestion): readonly XmlElement[] => {
  const { question, children } = compiled;
  const inner = (): XmlElement[] => children.flatMap(instanceNodes);
  if (question.type === 'repeat')
    return [element(question.name, { 'jr:template': '' }, inner()), element(question.name, {}, inner())];
  if (question.type === 'group') return [element(question.name, {}, inner())];
  const value = hasComputedDefault(compiled) ? undefined : question.default;
  return [element(question.name, {}, value === undefined ? [] : [value])];
};

const choiceItems = (list: string, { choices }: Extract<ChoiceList, { choices: unknown }>, { form }: CompiledForm) => {
  const translated = isTranslated(form, choices);
  return choices.map(({ name, label, columns = {} }, at) =>
    element('item', {}, [
      ...(translated ? [element('itextId', {}, [choiceTextId(list, at)])] : []),
      element('name', {}, [name]),
      ...(translated ? [] : [element('label', {}, [formTextIn(label, form.defaultLanguage, form.defaultLanguage)])]),
      ...Object.entries(columns)
        .filter(([column]) => /^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(column))
        .map(([column, value]) => element(column, {}, [value])),
    ]),
  );
};

/** Names of lists that expressions read by `instance()` and `pulldata()`. */
const listsInExpressions = ({ byName }: CompiledForm): readonly string[] =>
  [...byName.values()].flatMap(({ expressions }) =>
    Object.values(expressions).flatMap((expression) => {
      const names: string[] = [];
      if (expression instanceof ExpressionError) return names;
      visitExpression(expression, (each) => {
        const [first] = each.is === 'call' ? each.parameters : [];
        const isReader = each.is === 'call' && (each.name === 'instance' || each.name === 'pulldata');
        if (isReader && first?.is === 'text') names.push(first.value);
      });
      return names;
    }),
  );

/** Returns the names of the files with lists that a form reads. */
export const listFilesOf = (compiled: CompiledForm): readonly string[] => {
  const { lists } = compiled.form;
  const declared = Object.values(lists).flatMap((list) => ('file' in list ? [list.file] : []));
  const named = listsInExpressions(compiled).flatMap((name) => {
    if (Object.hasOwn(lists, name)) return [];
    return [/\.(?:csv|geojson)$/iu.test(name) ? name : `${name}.csv`];
  });
  return [...new Set([...declared, ...named])];
};

const fileInstance = (file: string): XmlElement => {
  const source = /\.csv$/iu.test(file) ? `jr://file-csv/${file}` : `jr://file/${file}`;
  return element('instance', { id: instanceIdPathOf({}, file), src: source });
};

const listInstances = (compiled: CompiledForm): readonly XmlElement[] => {
  const inline = Object.entries(compiled.form.lists).flatMap(([name, list]) =>
    'choices' in list
      ? [element('instance', { id: name }, [element('root', {}, choiceItems(name, list, compiled))])]
      : [],
  );
  return [...inline, ...listFilesOf(compiled).map(fileInstance)];
};

const metaBinds = (compiled: CompiledForm): readonly XmlElement[] => [
  element('bind', {
    ...{ nodeset: '/data/meta/instanceID', type: 'string', readonly: 'true()', 'jr:preload': 'uid' },
  }),
  ...(compiled.title
    ? [
        element('bind', {
          ...{ nodeset: '/data/meta/instanceName', type: 'string' },
          calculate: xPathOf(compiled.title, xFormContextOf(compiled, undefined)),
        }),
      ]
    : []),
];

export interface XFormIdentity {
  /** The form of the instance: `id` of its root element. */
  readonly id: string;
  readonly version: string;
}

export const xFormModel = (compiled: CompiledForm, texts: XFormTexts, { id, version }: XFormIdentity): XmlElement => {
  const questions = [...compiled.byName.values()];
  const meta = element('meta', {}, [
    element('instanceID', {}),
    ...(compiled.title ? [element('instanceName', {})] : []),
  ]);
  const data = element('data', { id, version }, [...compiled.root.children.flatMap(instanceNodes), meta]);
  return element('model', { 'odk:xforms-version': '1.0.0' }, [
    texts.element,
    element('instance', {}, [data]),
    ...listInstances(compiled),
    ...questions.flatMap((question) => bindOf(question, compiled, texts)),
    ...metaBinds(compiled),
    ...questions.flatMap((question) => (isInRepeat(question) ? [] : (setValueOf(question, compiled) ?? []))),
  ]);
};
