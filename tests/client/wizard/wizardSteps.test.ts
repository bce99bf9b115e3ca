// The current step of a wizard, and the progress of each step, on the product's own declaration.

import { describe, expect, it } from 'vitest';
import { readStep, writeStep } from 'src/client/navigation/stepParam.ts';
import {
  choosableIn,
  neededIn,
  placeToGoOn,
  stateOfStep,
  stepsOf,
  withSuggested,
} from 'src/client/wizard/wizardSteps.ts';
import { registry } from 'src/generated/registry.client.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';

const type = registry.types['Consultation'] as ItemType;
const DRAFT = { state: 'DRAFT', projectName: 'Road', primaryOrg: 'Organization-3' };
const WHOLE = {
  ...DRAFT,
  ...{ projectType: 'BRIDGE', projectDescription: 'A road.', requestedResponseDate: '2031-05-01' },
  projectArea: { type: 'Point', coordinates: [1, 2] },
  primaryContacts: ['Contact-1'],
  asked: [{ community: 'Organization-1', suggested: true, selected: true }],
};
const COUNT = 6;

describe('the step in the address', () => {
  it('[ROUTE-05] is the current one, or the current and the furthest one', () => {
    expect(readStep('3', COUNT)).toEqual({ current: 3, furthest: 3 });
    expect(readStep('2-4', COUNT)).toEqual({ current: 2, furthest: 4 });
    for (const param of ['1', '2-4', '6'])
      expect(writeStep(readStep(param, COUNT) ?? { current: 9, furthest: 9 })).toBe(param);
  });

  it('[ROUTE-05] stays within the steps for any text in the address', () => {
    expect(readStep('9-12', COUNT)).toEqual({ current: 6, furthest: 6 });
    expect(readStep('4-2', COUNT)).toEqual({ current: 4, furthest: 4 });
    for (const param of [undefined, '', '0', '2-', 'edit', '-3', '2-4-5'])
      expect(readStep(param, COUNT)).toBeUndefined();
  });
});

describe('the states of the steps', () => {
  const statesAt = (values: typeof DRAFT, param: string, problems: Parameters<typeof stepsOf>[2] = []) => {
    const place = readStep(param, COUNT) ?? { current: 1, furthest: 1 };
    return stepsOf(type, values, problems).map((step, index) => stateOfStep(step, { number: index + 1, place }));
  };

  it('[CONS-01] say what is complete, what is not and what has not been reached', () => {
    expect(statesAt(DRAFT, '1')).toEqual(Array.from({ length: COUNT }, () => 'notYet'));
    expect(statesAt(DRAFT, '4')).toEqual(['missing', 'missing', 'complete', 'notYet', 'notYet', 'notYet']);
    expect(statesAt(WHOLE, '1-6')).toEqual(Array.from({ length: COUNT }, () => 'complete'));
    const left = { ...WHOLE, asked: [{ community: 'Organization-1', suggested: true, selected: false }] };
    expect(statesAt(left, '1-6')).toEqual(['complete', 'complete', 'complete', 'complete', 'missing', 'missing']);
    const wrong = [{ path: '/projectEndDt', message: 'errors.endBeforeStart' }];
    expect(statesAt(WHOLE, '6', wrong)).toEqual(['wrong', 'complete', 'complete', 'complete', 'complete', 'wrong']);
  });

  it('[CONS-01] lead back to the first step that needs something', () => {
    expect(placeToGoOn(stepsOf(type, DRAFT, []))).toEqual({ current: 1, furthest: 4 });
    expect(placeToGoOn(stepsOf(type, WHOLE, []))).toEqual({ current: 6, furthest: 6 });
    expect(placeToGoOn(stepsOf(type, { ...WHOLE, state: 'INCOMPLETE', asked: [] }, [])).current).toBe(5);
  });
});

it("[CONS-01] suggestions are chosen, and the user's additions and removals are kept", () => {
  const choice = type.view.wizard?.steps.find((step) => step.choice)?.choice;
  if (!choice) throw new Error('no step with a choice');
  const known = choosableIn(
    { asked: [{ community: 'Organization-1', suggested: true, selected: false }, { community: 'Organization-7' }] },
    choice,
  );
  expect(withSuggested(known, ['Organization-1', 'Organization-2'])).toEqual([
    { id: 'Organization-1', suggested: true, selected: false },
    { id: 'Organization-7', suggested: false, selected: false },
    { id: 'Organization-2', suggested: true, selected: true },
  ]);
});

describe('what is needed in all', () => {
  const pathsIn = (values: Parameters<typeof neededIn>[1]): readonly string[] =>
    neededIn(type, values).flatMap(({ key, declared, missing }) =>
      (declared ? missing : []).map(({ path }) => `${key} ${path}`),
    );
  const ALL = [
    'project /projectName',
    'contacts /primaryOrg',
    'project /projectType',
    'project /projectDescription',
    'project /requestedResponseDate',
    'area /projectArea',
    'contacts /primaryContacts',
    'communities /asked',
  ];

  it('[ROUTE-05] [CONS-01] is the same before anything is filled in and when all of it is', () => {
    for (const values of [{}, DRAFT, WHOLE]) expect(pathsIn(values).toSorted()).toEqual(ALL.toSorted());
  });

  it('[ROUTE-05] [CONS-01] leaves a step as soon as it is filled in there', () => {
    const lacking = (values: Parameters<typeof stepsOf>[1]) =>
      stepsOf(type, values, [])
        .find(({ key }) => key === 'project')
        ?.missing.map(({ path }) => path);
    expect(lacking(DRAFT)).toEqual(expect.arrayContaining(['/projectType', '/projectDescription']));
    expect(lacking(DRAFT)).not.toContain('/projectName');
    expect(lacking(WHOLE)).toEqual([]);
  });
});
