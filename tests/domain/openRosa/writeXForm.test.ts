// XForms that are written from forms: paths, texts, lists and rules as ODK Collect reads them.

import { DOMParser, type Element } from '@xmldom/xmldom';
import { expect, it } from 'vitest';
import { compileForm } from 'src/domain/geokeeper/forms/compileForm.ts';
import { readExpression } from 'src/domain/geokeeper/forms/expressionSyntax.ts';
import type { FieldForm, Question } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { writeXForm } from 'src/domain/geokeeper/openRosa/writeXForm.server.ts';
import { xPathOf } from 'src/domain/geokeeper/openRosa/xPathOf.ts';

const formOf = (questions: readonly Question[], more: Partial<FieldForm> = {}): FieldForm => ({
  ...{ title: { en: 'Nests' }, machineName: 'nests', languages: ['en'], defaultLanguage: 'en', formType: 'record' },
  ...{ lists: {}, questions, ...more },
});
const written = (form: FieldForm) => {
  const { xml } = writeXForm(form, { id: 'GeoKeeperFormDef-7', version: '3' });
  const onError = (level: string, message: string): void => {
    throw new Error(`${level}: ${message}`);
  };
  return new DOMParser({ onError }).parseFromString(xml, 'text/xml');
};
const elementsOf = (form: FieldForm, name: string): Element[] => [...written(form).getElementsByTagName(name)];
const attributesOf = (each: Element | undefined): Record<string, string> =>
  Object.fromEntries([...(each?.attributes ?? [])].map(({ name, value }) => [name, value]));
const bindOf = (form: FieldForm, path: string): Record<string, string> =>
  attributesOf(elementsOf(form, 'bind').find((each) => each.getAttribute('nodeset') === path));

const VISITS = formOf([
  { name: 'age', type: 'integer' },
  {
    name: 'visit',
    type: 'repeat',
    questions: [
      { name: 'day', type: 'date' },
      { name: 'site', type: 'group', questions: [{ name: 'depth', type: 'decimal' }] },
    ],
  },
]);

it.each([
  ['${age} > 17 and ${age} < 65', 'visit', '/data/age > 17 and /data/age < 65'],
  ['${day}', 'depth', '../../day'],
  ['${depth} * (1 + 2)', 'day', '../site/depth * (1 + 2)'],
  ['(1 + 2) * 3 - (4 - 5)', 'age', '(1 + 2) * 3 - (4 - 5)'],
  ['sum(${depth})', 'age', 'sum(/data/visit/site/depth)'],
  [
    "instance('creeks')/root/item[name = ${day}]/label",
    'depth',
    "instance('creeks')/root/item[name = current()/../../day]/label",
  ],
  [
    'indexed-repeat(${depth}, ${visit}, position(..) - 1)',
    'day',
    'indexed-repeat(/data/visit/site/depth, /data/visit, position(..) - 1)',
  ],
  ["jr:choice-name(${day}, '${day}')", 'depth', "jr:choice-name(../../day, '/data/visit/day')"],
  ["concat('it', \"'s\")", 'age', "concat('it', \"'s\")"],
  ['-${age} != . and not(. = 2)', 'age', '-/data/age != . and not(. = 2)'],
])('[GEO-01] [GEO-02] writes %s at %s as XPath', (source, from, expected) => {
  const { byName, form } = compileForm(VISITS);
  expect(xPathOf(readExpression(source), { byName, lists: form.lists, from: byName.get(from) })).toBe(expected);
});

it('[GEO-01] [GEO-02] gives each question its type, rules and texts', () => {
  const form = formOf(
    [
      { name: 'begun', type: 'start' },
      {
        name: 'tree',
        type: 'text',
        required: true,
        relevant: '${height} > 2',
        label: { en: 'Tree <of> & more', fr: 'Arbre' },
      },
      { name: 'height', type: 'decimal', constraint: '. < 80', constraintMessage: { en: 'Too high' }, default: '3' },
      { name: 'level', type: 'range', range: { start: 0, end: 1, step: 0.1 } },
      { name: 'face', type: 'photo', maxPixels: 1024, label: { en: 'Photo of ${tree}' } },
      { name: 'who', type: 'signature' },
      { name: 'spot', type: 'point', accuracy: { capture: 5, warning: 20 }, hint: { en: 'Outside' } },
      { name: 'day', type: 'date', default: 'today()', readOnly: true },
      { name: 'order', type: 'rank', list: 'kinds' },
    ],
    {
      languages: ['en', 'fr'],
      recordTitle: '${tree}',
      style: 'pages',
      lists: { kinds: { choices: [{ name: 'a', label: { en: 'A', fr: 'Ah' }, media: { image: { en: 'a.png' } } }] } },
    },
  );
  expect(bindOf(form, '/data/tree')).toEqual({
    ...{ nodeset: '/data/tree', type: 'string', required: 'true()', relevant: '/data/height > 2' },
  });
  expect(bindOf(form, '/data/height')).toMatchObject({
    ...{ type: 'decimal', constraint: '. < 80', 'jr:constraintMsg': "jr:itext('/data/height:jr:constraintMsg')" },
  });
  expect(bindOf(form, '/data/begun')).toMatchObject({ 'jr:preload': 'timestamp', 'jr:preloadParams': 'start' });
  expect(bindOf(form, '/data/level')).toMatchObject({ type: 'decimal' });
  expect(bindOf(form, '/data/face')).toMatchObject({ type: 'binary', 'orx:max-pixels': '1024' });
  expect(bindOf(form, '/data/order')).toMatchObject({ type: 'odk:rank' });
  expect(bindOf(form, '/data/meta/instanceName')).toMatchObject({ calculate: '/data/tree' });
  expect(bindOf(form, '/data/meta/instanceID')).toMatchObject({ 'jr:preload': 'uid' });
  expect(attributesOf(elementsOf(form, 'setvalue')[0])).toEqual({
    ...{ event: 'odk-instance-first-load', ref: '/data/day', value: 'today()' },
  });
  expect(elementsOf(form, 'height')[0]?.textContent).toBe('3');
  expect(attributesOf(elementsOf(form, 'h:body')[0])).toEqual({ class: 'pages' });
  const controls = elementsOf(form, 'upload').map(attributesOf);
  expect(controls).toEqual([
    { ref: '/data/face', mediatype: 'image/*' },
    { ref: '/data/who', appearance: 'signature', mediatype: 'image/*' },
  ]);
  expect(
    attributesOf(elementsOf(form, 'input').find((each) => each.getAttribute('ref') === '/data/spot')),
  ).toMatchObject({
    ...{ accuracyThreshold: '5', unacceptableAccuracyThreshold: '20' },
  });
  const translations = elementsOf(form, 'translation');
  expect(translations.map((each) => [each.getAttribute('lang'), each.getAttribute('default')])).toEqual([
    ['English (en)', 'true()'],
    ['French (fr)', null],
  ]);
  const [english, french] = translations.map((each) => each.textContent);
  expect(english).toContain('Tree <of> & more');
  expect(french).toContain('Arbre');
  expect(french).toContain('Outside');
  expect(elementsOf(form, 'output')[0]?.getAttribute('value')).toBe('/data/tree');
  expect(written(form).documentElement?.textContent).toContain('jr://images/a.png');
});

it('[GEO-01] [GEO-02] writes lists of the form, of files and of repeats, filters, other answers and numbers of entries', () => {
  const form = formOf(
    [
      { name: 'area', type: 'selectOne', list: 'areas' },
      { name: 'creek', type: 'selectOne', list: 'creeks', choiceFilter: 'area = ${area}', randomize: '${area}' },
      { name: 'kind', type: 'selectMany', list: 'areas', other: true },
      {
        name: 'person',
        type: 'repeat',
        count: '${area} + 1',
        questions: [{ name: 'called', type: 'text', default: 'uuid()' }],
      },
      { name: 'chief', type: 'selectOne', list: '${called}' },
      { name: 'found', type: 'calculate', calculation: "pulldata('prices', 'price', 'name', ${creek})" },
    ],
    {
      lists: {
        areas: { choices: [{ name: '1', label: { en: 'North' }, columns: { colour: 'red' } }] },
        creeks: { file: 'all_creeks.csv', name: 'code', label: 'title' },
      },
    },
  );
  expect(elementsOf(form, 'itemset').map((each) => each.getAttribute('nodeset'))).toEqual([
    "instance('areas')/root/item",
    "randomize(instance('all_creeks')/root/item[area = /data/area], /data/area)",
    "instance('areas_or_other')/root/item",
    "/data/person[./called != '']",
  ]);
  expect(elementsOf(form, 'instance').map(attributesOf)).toEqual([
    {},
    { id: 'areas' },
    { id: 'areas_or_other' },
    { id: 'all_creeks', src: 'jr://file-csv/all_creeks.csv' },
    { id: 'prices', src: 'jr://file-csv/prices.csv' },
  ]);
  expect(elementsOf(form, 'colour')[0]?.textContent).toBe('red');
  expect(bindOf(form, '/data/kind_other')).toMatchObject({ relevant: "selected(/data/kind, 'other')" });
  expect(attributesOf(elementsOf(form, 'repeat')[0])).toEqual({
    ...{ nodeset: '/data/person', 'jr:count': '/data/person_count', 'jr:noAddRemove': 'true()' },
  });
  expect(bindOf(form, '/data/person_count')).toMatchObject({ calculate: '/data/area + 1' });
  expect(attributesOf(elementsOf(form, 'setvalue')[0])).toMatchObject({
    ...{ event: 'odk-instance-first-load odk-new-repeat', ref: '/data/person/called' },
  });
  expect(elementsOf(form, 'person').map(attributesOf)).toEqual([{ 'jr:template': '' }, {}]);
});
