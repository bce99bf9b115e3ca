// The body of an XForm: the control of each question.

import type { CompiledForm, CompiledQuestion } from 'src/domain/geokeeper/forms/compileForm.ts';
import type { Question, QuestionType } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { xFormContextOf, setValueOf } from 'src/domain/geokeeper/openRosa/xFormModel.server.ts';
import { isTranslated, textIdOf, type XFormTexts } from 'src/domain/geokeeper/openRosa/xFormTexts.server.ts';
import {
  instanceIdPathOf,
  xFormPathOf,
  xPathOf,
  xPathOfFilter,
  xPathOfName,
} from 'src/domain/geokeeper/openRosa/xPathOf.ts';
import { element, type XmlElement } from 'src/server/extend.ts';

const XFORM_CONTROLS: Readonly<Partial<Record<QuestionType, string>>> = {
  text: 'input',
  integer: 'input',
  decimal: 'input',
  date: 'input',
  time: 'input',
  dateTime: 'input',
  point: 'input',
  line: 'input',
  area: 'input',
  barcode: 'input',
  note: 'input',
  range: 'range',
  selectOne: 'select1',
  selectMany: 'select',
  rank: 'odk:rank',
  photo: 'upload',
  audio: 'upload',
  video: 'upload',
  file: 'upload',
  signature: 'upload',
  drawing: 'upload',
  acknowledge: 'trigger',
};

const XFORM_MEDIA_TYPES: Readonly<Partial<Record<QuestionType, string>>> = {
  photo: 'image/*',
  signature: 'image/*',
  drawing: 'image/*',
  audio: 'audio/*',
  video: 'video/*',
  file: 'application/*',
};

const appearanceOf = ({ type, appearance = '' }: Question): string => {
  const words = appearance.split(/\s+/u).filter((word) => word !== '');
  if (type === 'signature') words.unshift('signature');
  if (type === 'drawing' && !words.includes('annotate')) words.unshift('draw');
  return words.join(' ');
};

const controlAttributes = (question: Question): Record<string, string | number> => {
  const { type, range, accuracy } = question;
  const appearance = appearanceOf(question);
  const mediatype = XFORM_MEDIA_TYPES[type];
  return {
    ...(appearance !== '' && { appearance }),
    ...(mediatype !== undefined && { mediatype }),
    ...(type === 'range' && { start: range?.start ?? 1, end: range?.end ?? 10, step: range?.step ?? 1 }),
    ...(accuracy?.capture !== undefined && { accuracyThreshold: accuracy.capture }),
    ...(accuracy?.warning !== undefined && { unacceptableAccuracyThreshold: accuracy.warning }),
  };
};

const bodyTexts = (compiled: CompiledQuestion, texts: XFormTexts): readonly XmlElement[] =>
  (['label', 'hint'] as const).flatMap((kind) => {
    const id = textIdOf(compiled, kind);
    return texts.has(id) ? [element(kind, { ref: `jr:itext('${id}')` })] : [];
  });

const randomized = (nodeset: string, compiled: CompiledQuestion, form: CompiledForm): string => {
  const { randomize } = compiled.question;
  if (randomize === undefined || randomize === false) return nodeset;
  const { randomize: seed } = compiled.expressions;
  return seed ? `randomize(${nodeset}, ${xPathOf(seed, xFormContextOf(form, compiled))})` : `randomize(${nodeset})`;
};

/** Returns the innermost repeat around a question, and the path to the question within it. */
const choiceEntriesOf = (target: CompiledQuestion): { readonly repeat: CompiledQuestion; readonly inner: string } => {
  const names = [target.question.name];
  let { above: around = target } = target;
  while (around.question.type !== 'repeat' && around.above?.above) {
    names.unshift(around.question.name);
    around = around.above;
  }
  return { repeat: around, inner: names.join('/') };
};

const itemsetOf = (compiled: CompiledQuestion, form: CompiledForm): XmlElement => {
  const { list = '' } = compiled.question;
  const { choiceFilter } = compiled.expressions;
  const context = xFormContextOf(form, compiled);
  const filter = choiceFilter && xPathOfFilter(choiceFilter, context);
  const itemset = (nodeset: string, value: string, label: string): XmlElement =>
    element('itemset', { nodeset: randomized(nodeset, compiled, form) }, [
      element('value', { ref: value }),
      element('label', { ref: label }),
    ]);
  const [, source] = /^\$\{\s*(.+?)\s*\}$/u.exec(list) ?? [];
  const target = source === undefined ? undefined : form.byName.get(source);
  if (target) {
    // The answers of a repeat: the nodes of its entries that have a value.
    const { repeat, inner } = choiceEntriesOf(target);
    const entries = xPathOfName(repeat.question.name, context);
    const conditions = [`./${inner} != ''`, ...(filter === undefined ? [] : [`(${filter})`])].join(' and ');
    return itemset(`${entries}[${conditions}]`, inner, inner);
  }
  const known = form.form.lists[list];
  const nodes = `instance('${instanceIdPathOf(form.form.lists, list)}')/root/item${filter === undefined ? '' : `[${filter}]`}`;
  if (known && 'file' in known) return itemset(nodes, known.name, known.label);
  const isWithTexts = known !== undefined && isTranslated(form.form, known.choices);
  return itemset(nodes, 'name', isWithTexts ? 'jr:itext(itextId)' : 'label');
};

/** Returns the actions for the questions of an entry, without those of repeats within it. */
const defaultsIn = ({ children }: CompiledQuestion, form: CompiledForm): readonly XmlElement[] =>
  children.flatMap((child) => {
    if (child.question.type === 'repeat') return [];
    return child.question.type === 'group' ? defaultsIn(child, form) : (setValueOf(child, form) ?? []);
  });

const repeatOf = (compiled: CompiledQuestion, form: CompiledForm, texts: XFormTexts): XmlElement => {
  const path = xFormPathOf(compiled);
  const { count } = compiled.expressions;
  const appearance = appearanceOf(compiled.question);
  const attributes = {
    nodeset: path,
    ...(count && { 'jr:count': xPathOf(count, xFormContextOf(form, compiled)), 'jr:noAddRemove': 'true()' }),
    ...(appearance !== '' && { appearance }),
  };
  const defaults = defaultsIn(compiled, form);
  return element('group', { ref: path }, [
    ...bodyTexts(compiled, texts),
    element('repeat', attributes, [
      ...defaults,
      ...compiled.children.flatMap((each) => xFormControlOf(each, form, texts)),
    ]),
  ]);
};

const xFormControlOf = (compiled: CompiledQuestion, form: CompiledForm, texts: XFormTexts): readonly XmlElement[] => {
  const { question, children } = compiled;
  const ref = xFormPathOf(compiled);
  if (question.type === 'repeat') return [repeatOf(compiled, form, texts)];
  if (question.type === 'group')
    return [
      element('group', { ref, ...controlAttributes(question) }, [
        ...bodyTexts(compiled, texts),
        ...children.flatMap((each) => xFormControlOf(each, form, texts)),
      ]),
    ];
  const name = XFORM_CONTROLS[question.type];
  if (name === undefined) return [];
  return [
    element(name, { ref, ...controlAttributes(question) }, [
      ...bodyTexts(compiled, texts),
      ...(question.list === undefined ? [] : [itemsetOf(compiled, form)]),
    ]),
  ];
};

export const xFormBody = (form: CompiledForm, texts: XFormTexts): XmlElement =>
  element(
    'h:body',
    form.form.style === 'pages' ? { class: 'pages' } : {},
    form.root.children.flatMap((each) => xFormControlOf(each, form, texts)),
  );
