// The XML of a submission becomes answers of the form.

import { expect, it } from 'vitest';
import type { FieldForm } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { instanceAnswers } from 'src/domain/geokeeper/openRosa/instanceAnswers.server.ts';
import {
  instanceIdentityOf,
  InstanceRefused,
  readInstance,
} from 'src/domain/geokeeper/openRosa/readInstance.server.ts';

const FORM: FieldForm = {
  ...{ title: { en: 'Nests' }, machineName: 'nests', languages: [], defaultLanguage: 'default', formType: 'record' },
  lists: { kinds: { choices: ['owl', 'crane'].map((name) => ({ name, label: { default: name } })) } },
  questions: [
    { name: 'note', type: 'note' },
    { name: 'who', type: 'text' },
    { name: 'first', type: 'selectOne', list: 'kinds', other: true },
    { name: 'all', type: 'selectMany', list: 'kinds', other: true },
    { name: 'at', type: 'time' },
    { name: 'line', type: 'line' },
    { name: 'border', type: 'area' },
    {
      name: 'site',
      type: 'group',
      questions: [
        { name: 'level', type: 'decimal' },
        { name: 'empty', type: 'group', questions: [{ name: 'gone', type: 'text' }] },
        {
          name: 'visit',
          type: 'repeat',
          count: '${level} + 1',
          questions: [
            { name: 'day', type: 'date' },
            { name: 'seen', type: 'repeat', questions: [{ name: 'count', type: 'integer' }] },
          ],
        },
      ],
    },
  ],
};
const answersIn = (xml: string) => instanceAnswers(FORM, readInstance(`<data id="f" version="1">${xml}</data>`));

it('[GEO-01] reads groups, repeats, positions, times and other answers, and leaves out what is empty', () => {
  const answers = answersIn(`
    <note/><who>  Ada &amp; Ben <![CDATA[<both>]]> </who>
    <first>other</first><first_other>heron</first_other>
    <all>owl other</all><all_other>gull</all_other>
    <at>14:30:00.000+02:00</at>
    <line>49.5 -123 10 5; 49.6 -123.1 0 0</line>
    <border>1 1 0 0;1 2 0 0;2 2 0 0;1 1 0 0</border>
    <site>
      <level>2.5</level><empty><gone/></empty><visit_count>3</visit_count>
      <visit jr:template="" xmlns:jr="http://openrosa.org/javarosa"><day>2020-01-01</day></visit>
      <visit><day>2026-05-01</day><seen><count>3</count></seen><seen><count>4</count></seen></visit>
      <visit><day/></visit>
    </site>
    <orx:meta xmlns:orx="http://openrosa.org/xforms"><orx:instanceID>uuid:1</orx:instanceID></orx:meta>`);
  expect(answers).toEqual({
    ...{ who: 'Ada & Ben <both>', first: 'heron', all: ['owl', 'gull'], at: '14:30:00.000+02:00' },
    line: [
      { lat: 49.5, lon: -123, alt: 10, accuracy: 5 },
      { lat: 49.6, lon: -123.1, alt: 0, accuracy: 0 },
    ],
    border: [
      { lat: 1, lon: 1, alt: 0, accuracy: 0 },
      { lat: 1, lon: 2, alt: 0, accuracy: 0 },
      { lat: 2, lon: 2, alt: 0, accuracy: 0 },
      { lat: 1, lon: 1, alt: 0, accuracy: 0 },
    ],
    site: { level: 2.5, visit: [{ day: '2026-05-01', seen: [{ count: 3 }, { count: 4 }] }, {}] },
  });
});

it.each([
  ['notXml', '<data id="f"'],
  ['notXml', ''],
  ['notXml', '<data id="f"><b></data>'],
  ['entities', '<!DOCTYPE data><data id="f"/>'],
  ['tooDeep', '<a>'.repeat(40)],
  ['tooManyNodes', `<data>${'<a/>'.repeat(100_001)}</data>`],
  ['noForm', '<data><meta><instanceID>uuid:12345678</instanceID></meta></data>'],
  ['noInstanceId', '<data id="f"><meta><instanceID>12345678</instanceID></meta></data>'],
  ['encrypted', '<data id="f" encrypted="yes"/>'],
] as const)('[GEO-01] refuses a submission that is %s', (fault, xml) => {
  expect(() => instanceIdentityOf(readInstance(xml))).toThrow(new InstanceRefused(fault));
});

it('[GEO-01] reads form, version, id and the record that it corrects', () => {
  const xml = `<data id="f" version="3"><orx:meta xmlns:orx="http://openrosa.org/xforms"><orx:instanceID>uuid:12345678</orx:instanceID><orx:deprecatedID>uuid:87654321</orx:deprecatedID></orx:meta></data>`;
  expect(instanceIdentityOf(readInstance(xml))).toEqual({
    ...{ form: 'f', version: '3', instanceId: 'uuid:12345678', replaces: 'uuid:87654321' },
  });
});
