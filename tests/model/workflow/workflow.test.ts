// Workflows as values: the current steps, the steps that a condition or an outcome skips, and invalid templates.

import { describe, expect, test } from 'vitest';
import { seededRandom, type SeededRandom } from 'src/base/seededRandom.ts';
import { advance, reopened } from 'src/model/workflow/advance.ts';
import { checkTemplate } from 'src/model/workflow/checkTemplate.ts';
import type { Values } from 'src/model/item/Item.ts';
import { holds, type ConditionSubject } from 'src/model/workflow/conditions.ts';
import { dryRun } from 'src/model/workflow/dryRun.ts';
import { withOutcome } from 'src/model/workflow/mergeWords.ts';
import { planChanges, planSteps } from 'src/model/workflow/planSteps.ts';
import { waitsFor } from 'src/model/workflow/stepOrder.ts';
import { figuresOf } from 'src/model/workflow/workflowSummary.ts';
import { isDone, isOpen, type RunningStep, type TemplateStep } from 'src/model/workflow/WorkflowTemplate.ts';

const step = (key: string, group: number, more: Partial<TemplateStep> = {}): TemplateStep => ({
  ...{ key, kind: 'SIMPLE', label: key, group },
  ...more,
});
const blank = (steps: readonly TemplateStep[]): RunningStep[] => steps.map((each) => ({ ...each, state: 'BLANK' }));
const atOnce = (): boolean => true;

const subjectWith = (values: Values): ConditionSubject => ({ properties: {}, values });

const settle = (
  steps: readonly RunningStep[],
  item: Values = {},
  startsByItself: (kind: string) => boolean = atOnce,
) => {
  let now = steps;
  for (const { key, from, to } of advance(steps, subjectWith(item), startsByItself)) {
    expect(now.find((each) => each.key === key)?.state).toBe(from);
    now = now.map((each) => (each.key === key ? { ...each, state: to } : each));
  }
  return now;
};
const complete = (steps: readonly RunningStep[], key: string, outcome?: string, item: Values = {}) =>
  settle(
    steps.map((each) => (each.key === key ? { ...each, state: 'COMPLETE' as const, outcome } : each)),
    item,
  );
const statesOf = (steps: readonly RunningStep[]) => Object.fromEntries(steps.map(({ key, state }) => [key, state]));

describe('[WF-01] whose turn it is', () => {
  test('groups run one after another, the steps of one side by side', () => {
    const steps = [step('a', 1), step('b', 2), step('c', 2), step('d', 3)];
    const one = settle(blank(steps));
    expect(statesOf(one)).toEqual({ a: 'ACTIVE', b: 'BLANK', c: 'BLANK', d: 'BLANK' });
    const two = complete(one, 'a');
    expect(statesOf(two)).toEqual({ a: 'COMPLETE', b: 'ACTIVE', c: 'ACTIVE', d: 'BLANK' });
    expect(statesOf(complete(two, 'c')).d).toBe('BLANK');
    expect(statesOf(complete(complete(two, 'c'), 'b')).d).toBe('ACTIVE');
  });

  test('a step waits for those that it names, in place of the groups before it', () => {
    const steps = settle(
      blank([step('a', 1), step('b', 1), step('c', 2, { after: ['a'] }), step('d', 2, { after: [] })]),
    );
    expect(statesOf(steps)).toEqual({ a: 'ACTIVE', b: 'ACTIVE', c: 'BLANK', d: 'ACTIVE' });
    expect(statesOf(complete(steps, 'a')).c).toBe('ACTIVE');
  });

  test('a step that a person starts waits for that person, and an added step delays no other', () => {
    const manual = settle(blank([step('a', 1), step('b', 2)]), {}, () => false);
    expect(statesOf(manual)).toEqual({ a: 'PENDING', b: 'BLANK' });
    const added = settle([...blank([step('a', 1), step('b', 2)]), { ...step('x', 1), adHoc: true, state: 'BLANK' }]);
    expect(statesOf(added).x).toBe('ACTIVE');
    expect(statesOf(complete(added, 'a')).b).toBe('ACTIVE');
  });

  test('a condition over the item leaves a step out, and what waits for it goes on', () => {
    const steps = blank([step('a', 1, { when: { path: 'area', is: 'filled' } }), step('b', 2)]);
    expect(statesOf(settle(steps, {}))).toEqual({ a: 'SKIP', b: 'ACTIVE' });
    expect(statesOf(settle(steps, { area: 3 }))).toEqual({ a: 'ACTIVE', b: 'BLANK' });
  });

  test('an outcome leads to its steps, and the others are left out', () => {
    const steps = settle(
      blank([
        step('ask', 1, { next: { YES: ['sign'], NO: ['refuse', 'meet'] } }),
        step('sign', 2),
        step('refuse', 2),
        step('meet', 2),
        step('close', 3, { when: { outcome: ['ask', ['NO']] } }),
      ]),
    );
    const yes = complete(steps, 'ask', 'YES');
    expect(statesOf(yes)).toEqual({ ask: 'COMPLETE', sign: 'ACTIVE', refuse: 'SKIP', meet: 'SKIP', close: 'BLANK' });
    expect(statesOf(complete(yes, 'sign')).close).toBe('SKIP');
    expect(statesOf(complete(steps, 'ask', 'NO')).sign).toBe('SKIP');
    expect(statesOf(complete(steps, 'ask')).sign).toBe('SKIP');
  });

  test('a step that is reopened decides again which steps follow it', () => {
    const begun = complete(
      settle(blank([step('ask', 1, { next: { YES: ['sign'], NO: ['meet'] } }), step('sign', 2), step('meet', 2)])),
      'ask',
      'YES',
    );
    const again = reopened(begun, 'ask');
    // A person has begun to sign, so the step stays.
    expect(again).toEqual([{ key: 'meet', from: 'SKIP', to: 'BLANK' }]);
    const left = begun.map((each) => (each.key === 'meet' ? { ...each, leftOut: true } : each));
    expect(reopened(left, 'ask')).toEqual([]);
  });
});

test('[WF-01] conditions compare what the item holds', () => {
  const item = { kind: 'MINE', size: 12, tags: ['a', 'b'], empty: '', place: [{ name: 'north' }] };
  const says = (
    path: string,
    is: 'eq' | 'ne' | 'in' | 'filled' | 'empty' | 'gt' | 'lt',
    value?: string | number | string[],
  ) => holds({ path, is, value }, subjectWith(item), () => undefined);
  expect([says('kind', 'eq', 'MINE'), says('kind', 'ne', 'MINE'), says('kind', 'in', ['ROAD', 'MINE'])]).toEqual([
    true,
    false,
    true,
  ]);
  expect([says('size', 'gt', 11), says('size', 'gt', 12), says('size', 'lt', 13), says('size', 'lt', '13')]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect([says('tags', 'eq', 'b'), says('place.name', 'eq', 'north'), says('none', 'ne', 'x')]).toEqual([
    true,
    true,
    true,
  ]);
  expect([says('empty', 'empty'), says('none', 'filled'), says('tags', 'filled')]).toEqual([true, false, true]);
  expect(holds({ all: [] }, subjectWith(item), () => undefined)).toBe(true);
  expect(
    holds(
      {
        any: [
          { path: 'none', is: 'filled' },
          { path: 'size', is: 'gt', value: 1 },
        ],
      },
      subjectWith(item),
      () => undefined,
    ),
  ).toBe(true);
});

test('[WF-01] a condition compares days only for a property whose kind covers days', () => {
  const property = (kind: 'text' | 'approximateDate') => ({
    ...{ name: 'made', kind, many: false, required: false, readOnly: false },
  });
  const says = (kind: 'text' | 'approximateDate', is: 'gt' | 'within') =>
    holds(
      { path: 'made', is, value: '191X' },
      { properties: { made: property(kind) }, values: { made: '1912' } },
      () => undefined,
    );
  // Texts are compared by their characters, so "1912" comes before "191X".
  expect([says('approximateDate', 'within'), says('approximateDate', 'gt')]).toEqual([true, false]);
  expect([says('text', 'within'), says('text', 'gt')]).toEqual([false, false]);
  expect(
    holds(
      { path: 'made', is: 'lt', value: '191X' },
      { properties: { made: property('text') }, values: { made: '1912' } },
      () => undefined,
    ),
  ).toBe(true);
});

/** Creates steps that wait only for earlier ones, with every option of a template. */
const randomTemplate = (random: SeededRandom): TemplateStep[] => {
  const count = random.whole(1, 12);
  return Array.from({ length: count }, (_, at): TemplateStep => {
    const earlier = Array.from({ length: at }, (_none, index) => `s${index}`);
    const later = Array.from({ length: count - at - 1 }, (_none, index) => `s${at + index + 1}`);
    return step(`s${at}`, at, {
      ...(random.chance(0.5) && { after: random.some(earlier, 2) }),
      ...(random.chance(0.3) && { when: { path: 'size', is: 'gt', value: random.whole(0, 10) } }),
      ...(earlier.length > 0 && random.chance(0.2) && { when: { outcome: [random.pick(earlier), ['A']] } }),
      ...(later.length > 0 && random.chance(0.3) && { next: { A: random.some(later, 2), B: random.some(later, 1) } }),
    });
  });
};

describe('[WF-01] any template', () => {
  test('without a cycle ends, however its steps end, and no step begins before its turn', () => {
    const random = seededRandom(7);
    for (let round = 0; round < 300; round += 1) {
      const steps = randomTemplate(random);
      expect(checkTemplate({ steps }).filter(({ fault }) => fault === 'circle')).toEqual([]);
      const item = { size: random.whole(0, 10) };
      let now = settle(blank(steps), item);
      for (let left = steps.length; now.some(isOpen); left -= 1) {
        expect(left).toBeGreaterThan(0);
        for (const each of now.filter(isOpen))
          expect(now.filter(({ key }) => waitsFor(now, each).includes(key)).every(isDone)).toBe(true);
        now = complete(now, random.pick(now.filter(isOpen)).key, random.pick(['A', 'B', 'C']), item);
      }
      expect(now.every(isDone), JSON.stringify(now)).toBe(true);
    }
  });

  test('with a cycle is refused, with the steps of the cycle', () => {
    const random = seededRandom(8);
    for (let round = 0; round < 200; round += 1) {
      const steps = randomTemplate(random);
      const [first, last] = [random.whole(0, steps.length - 1), steps.length - 1];
      const key = steps[first]?.key ?? '';
      const looped = steps.map((each, at) => {
        if (at === first) return { ...each, after: [...(each.after ?? []), `s${last}`] };
        return at === last && first !== last ? { ...each, after: [...(each.after ?? []), key] } : each;
      });
      const named = checkTemplate({ steps: looped }).flatMap(({ fault, name }) => (fault === 'circle' ? [name] : []));
      expect(named).toContain(key);
    }
  });
});

describe('[WF-01] what a template may not say', () => {
  test('circles through groups, outcomes and conditions; what waits behind one; what can never be', () => {
    const faults = (steps: TemplateStep[]) => checkTemplate({ steps }).map(({ fault, name }) => `${fault} ${name}`);
    expect(faults([step('a', 1), step('b', 2, { next: { X: ['a'] } })])).toEqual(['circle a', 'circle b']);
    expect(faults([step('a', 1, { after: ['a'] }), step('b', 2)])).toEqual(['circle a', 'unreachable b']);
    expect(faults([step('a', 1, { when: { outcome: ['b', ['X']] } }), step('b', 2)])).toEqual(['circle a', 'circle b']);
    const never = step('a', 1, { when: { any: [] }, next: { X: ['b'] } });
    expect(faults([never, step('b', 2), step('c', 3)])).toEqual(['unreachable a', 'unreachable b']);
    const both = { all: [{ outcome: ['a', ['X']] as const }, { outcome: ['a', ['Y']] as const }] };
    expect(faults([step('a', 1), step('b', 2, { when: both })])).toEqual(['unreachable b']);
  });

  test('names that mean nothing, each with its place', () => {
    const steps = [
      step('a', 1, { after: ['zz'], next: { X: ['yy'] }, state: 'NONE' }),
      step('a', 1, { kind: 'ODD', when: { all: [{ path: 'no', is: 'filled' }] }, assign: { path: 'who' } }),
    ];
    const known = {
      isKind: (kind: string) => kind !== 'ODD',
      isPath: () => false,
      isState: () => false,
      isOutcome: () => false,
    };
    expect(checkTemplate({ steps }, known).map(({ fault, path }) => `${fault} ${path}`)).toEqual([
      'unknownStep /steps/0/after/0',
      'unknownStep /steps/0/next/X/0',
      'unknownState /steps/0/state',
      'unknownOutcome /steps/0/next/X',
      'sameKey /steps/1/key',
      'unknownKind /steps/1/kind',
      'unknownPath /steps/1/when/all/0/path',
      'unknownPath /steps/1/assign/path',
    ]);
    expect(checkTemplate({ steps: [step('a', 1), step('b', 2, { after: ['a'], next: {} })] }, {})).toEqual([]);
  });
});

test('[WF-02] a newer template changes what is open, and leaves what was done', () => {
  const running = (key: string, state: RunningStep['state'], more: Partial<TemplateStep> = {}) => {
    const plan = step(key, 1, more);
    return { ...plan, state, plan };
  };
  const template = {
    steps: [
      step('done', 2, { days: 9 }),
      step('open', 1, { days: 9 }),
      step('fresh', 1),
      step('kind', 1, { kind: 'OTHER' }),
    ],
  };
  const now = [
    running('done', 'COMPLETE'),
    running('open', 'ACTIVE'),
    running('kind', 'ACTIVE'),
    running('gone', 'PENDING'),
  ];
  const extra = { ...running('extra', 'BLANK'), adHoc: true };
  const changes = planChanges([...now, extra], template);
  expect(changes.add.map(({ key }) => key)).toEqual(['fresh', 'kind']);
  expect(changes.change.map(({ key, names }) => [key, names])).toEqual([
    ['done', ['group']],
    ['open', ['days']],
  ]);
  expect([changes.remove, changes.keep]).toEqual([['gone'], ['kind']]);
});

test('[WF-02] a dry run says who is asked and what is late when', () => {
  const template = {
    steps: [
      step('look', 1, { days: 5, working: true, assign: { capability: 'Review' } }),
      step('walk', 1, { days: 3, when: { path: 'area', is: 'filled' } }),
      step('decide', 2, { days: 1, working: true, next: { YES: ['sign'] } }),
      step('sign', 3, { days: 2 }),
      step('file', 4),
    ],
  };
  const calendar = { timeZone: 'America/Vancouver', weekdays: [1, 2, 3, 4, 5], closures: [{ from: '2026-11-25' }] };
  const planned = dryRun(template, subjectWith({}), { calendar, from: new Date('2026-11-23T03:00:00Z') });
  expect(planned.map(({ key, needed, starts, due }) => [key, needed, starts, due])).toEqual([
    ['look', 'yes', '2026-11-22', '2026-11-30'],
    ['walk', 'no', '2026-11-22', undefined],
    ['decide', 'yes', '2026-11-30', '2026-12-01'],
    ['sign', 'depends', '2026-12-01', '2026-12-03'],
    ['file', 'yes', '2026-12-03', undefined],
  ]);
  expect(planned[0]?.assign).toEqual({ capability: 'Review' });
  expect(planSteps(template, subjectWith({})).map(({ expected }) => expected)).toEqual([
    undefined,
    false,
    undefined,
    undefined,
    undefined,
  ]);
});

test('[WF-02] an item says who is asked next and by when', () => {
  const of = (state: RunningStep['state'], assigned: string[], due?: string) => ({ state, assigned, due });
  const steps = [
    of('COMPLETE', ['User-9'], '2026-01-01'),
    of('ACTIVE', ['User-1', 'User-2'], '2026-02-03'),
    of('PENDING', ['User-1'], '2026-02-01'),
    of('SKIP', []),
  ];
  expect(figuresOf(steps)).toEqual({ $assigned: ['User-1', 'User-2'], $assignedDue: '2026-02-01', done: 2, steps: 4 });
  expect(figuresOf([])).toEqual({ $assigned: [], $assignedDue: undefined, done: 0, steps: 0 });
});

test('[LOV-01] an outcome that becomes another leads on where both did, and a condition names it once', () => {
  const from = step('a', 1, {
    next: { GOOD: ['b'], FINE: ['c', 'b'] },
    when: { all: [{ outcome: ['z', ['FINE', 'GOOD']] }, { path: 'x', is: 'filled' }] },
  });
  expect(withOutcome(from, { from: 'FINE', into: 'GOOD' })).toEqual(
    step('a', 1, {
      next: { GOOD: ['b', 'c'] },
      when: { all: [{ outcome: ['z', ['GOOD']] }, { path: 'x', is: 'filled' }] },
    }),
  );
  expect(withOutcome(from, { from: 'BAD', into: 'GOOD' })).toBe(from);
});
