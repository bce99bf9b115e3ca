// The field data of the sample community: forms, trips and records that fit together.

import { expect, it } from 'vitest';
import type { Json, Values } from 'src/model/item/Item.ts';
import { isRecord } from 'src/base/isRecord.ts';
import type { FieldForm, FormAnswers } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import { recordTitle } from 'src/domain/geokeeper/records/recordTitle.ts';
import { sampleCommunity } from 'src/domain/sample/sampleCommunity.ts';
import { registry } from 'src/generated/registry.server.ts';

const items = sampleCommunity(registry, new Date('2026-08-01T12:00:00Z'));
const propertiesOf = (type: string): readonly Values[] =>
  items.filter((item) => item.type === type).map(({ properties }) => properties);
const byKey = new Map(items.map(({ key, properties }) => [`@${key}`, properties]));
const records = propertiesOf('GeoKeeperFieldData');

/** Returns the names of the questions, with the sections around them. */
const namesIn = (questions: Json | undefined): readonly string[] =>
  ((questions ?? []) as readonly Values[]).flatMap(({ name, questions: inner }) => [String(name), ...namesIn(inner)]);

const answeredNames = (answers: Json | undefined): readonly string[] => {
  if (Array.isArray(answers)) return (answers as readonly Json[]).flatMap(answeredNames);
  if (!isRecord(answers) || 'lat' in answers) return [];
  return Object.entries(answers as Values).flatMap(([name, value]) => [name, ...answeredNames(value)]);
};

it('[GEO-01] has two programs with three forms, and 300 records in every state', () => {
  const forms = propertiesOf('GeoKeeperFormDef');
  expect(new Set(forms.map(({ program }) => program))).toEqual(new Set(['@gp-counts', '@gp-shore']));
  expect(forms.map(({ formType }) => formType)).toEqual(['record', 'trip', 'record']);
  expect(records.length).toBe(300);
  const states = registry.types['GeoKeeperFieldData']?.properties['state']?.values;
  expect(new Set(records.map(({ state }) => state))).toEqual(new Set(states));
  expect(records.filter(({ formType, track }) => formType === 'trip' && track !== undefined)).toHaveLength(8);
  expect(items.filter(({ type, attached }) => type === 'GeoKeeperFieldData' && attached)).toHaveLength(12);
  expect(new Set(records.map(({ instanceId }) => instanceId)).size).toBe(records.length);
});

it('[GEO-02] answers questions of the version that a record names', () => {
  const strays = records.flatMap(({ formVersion, formInstance, restrictedAnswers, label }) => {
    const form = byKey.get(String(formVersion))?.['form'] as Values | undefined;
    const known = new Set(namesIn(form?.['questions']));
    const names = [...answeredNames((formInstance as Values)['formData']), ...answeredNames(restrictedAnswers)];
    return names.filter((name) => !known.has(name)).map((name) => `${String(label)}: ${name}`);
  });
  expect(strays).toEqual([]);
});

it('[GEO-02] titles each record as its form does on a phone', () => {
  const strays = records.flatMap(({ formVersion, formInstance, label }) => {
    const form = byKey.get(String(formVersion))?.['form'] as unknown as FieldForm;
    const answers = (formInstance as Values)['formData'] as unknown as FormAnswers;
    const title = recordTitle(form, answers, { now: new Date('2026-08-01T12:00:00Z'), timeZone: 'UTC' });
    return title === label ? [] : [`${title} instead of ${String(label)}`];
  });
  expect(strays).toEqual([]);
});

it('[SPAT-02] keeps exact places out of the answers that every reader of a record sees', () => {
  const exact = records.filter(({ formInstance }) => JSON.stringify(formInstance).includes('"lat"'));
  expect(exact).toEqual([]);
  expect(
    records.filter(({ restrictedAnswers }) => JSON.stringify(restrictedAnswers ?? {}).includes('"lat"')).length,
  ).toBe(records.filter(({ formType }) => formType === 'record').length);
});
