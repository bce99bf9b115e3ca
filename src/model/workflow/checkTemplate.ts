// Finds faults of a workflow template: steps that wait for one another in a cycle, that can never run, or that name something unknown. The
// server refuses to activate such a template, and the editor shows the positions.

import { canHold, isCondition, partsOfCondition, stepsAskedBy } from 'src/model/workflow/conditions.ts';
import { stepsBefore, waitsFor } from 'src/model/workflow/stepOrder.ts';
import type { TemplateStep, WorkflowTemplate } from 'src/model/workflow/WorkflowTemplate.ts';

export type TemplateFaultKind =
  | 'circle'
  | 'unreachable'
  | 'badCondition'
  | 'sameKey'
  | 'unknownStep'
  | 'unknownKind'
  | 'unknownPath'
  | 'unknownState'
  | 'unknownOutcome';

export interface TemplateFault {
  readonly fault: TemplateFaultKind;
  /** JSON pointer into the template: `/steps/2/after/0`. */
  readonly path: string;
  /** The step, or the unknown word. */
  readonly name: string;
}

/** Names that a template may use. A missing list allows all. */
export interface KnownToTemplate {
  isKind?(kind: string): boolean;
  isPath?(path: string): boolean;
  isState?(key: string): boolean;
  isOutcome?(key: string): boolean;
}

type Found = readonly [fault: TemplateFaultKind, path: string, name: string];

const stepPointer = (steps: readonly TemplateStep[], key: string): string =>
  `/steps/${steps.findIndex((step) => step.key === key)}`;

/** Returns every step that a step names, with its position. */
const namedSteps = (step: TemplateStep): { readonly name: string; readonly at: string }[] => [
  ...(step.after ?? []).map((name, index) => ({ name, at: `/after/${index}` })),
  ...(step.others ?? []).map((name, index) => ({ name, at: `/others/${index}` })),
  ...Object.entries(step.next ?? {}).flatMap(([outcome, keys]) =>
    keys.map((name, index) => ({ name, at: `/next/${outcome}/${index}` })),
  ),
  ...(step.when ? partsOfCondition(step.when, '/when') : []).flatMap(({ part, pointer }) =>
    'outcome' in part ? [{ name: part.outcome[0], at: pointer }] : [],
  ),
];

const unknownWords = (step: TemplateStep, known: KnownToTemplate): Found[] => {
  const parts = step.when ? partsOfCondition(step.when, '/when') : [];
  const outcomes = [
    ...Object.keys(step.next ?? {}).map((name) => ({ name, at: `/next/${name}` })),
    ...parts.flatMap(({ part, pointer }) =>
      'outcome' in part ? part.outcome[1].map((name) => ({ name, at: pointer })) : [],
    ),
  ];
  const paths = [
    ...parts.flatMap(({ part, pointer }) => ('path' in part ? [{ name: part.path, at: `${pointer}/path` }] : [])),
    ...(step.assign?.path === undefined ? [] : [{ name: step.assign.path, at: '/assign/path' }]),
  ];
  return [
    ...(known.isKind?.(step.kind) === false ? [['unknownKind', '/kind', step.kind] as const] : []),
    ...(step.state !== undefined && known.isState?.(step.state) === false
      ? [['unknownState', '/state', step.state] as const]
      : []),
    ...paths
      .filter(({ name }) => known.isPath?.(name) === false)
      .map(({ name, at }) => ['unknownPath', at, name] as const),
    ...outcomes
      .filter(({ name }) => known.isOutcome?.(name) === false)
      .map(({ name, at }) => ['unknownOutcome', at, name] as const),
  ];
};

const wordFaults = (steps: readonly TemplateStep[], known: KnownToTemplate): TemplateFault[] => {
  const keys = new Set(steps.map(({ key }) => key));
  return steps.flatMap((step, index) => {
    const isSecond = steps.findIndex(({ key }) => key === step.key) < index;
    const found: Found[] = [
      ...(isSecond ? [['sameKey', '/key', step.key] as const] : []),
      ...namedSteps(step)
        .filter(({ name }) => !keys.has(name))
        .map(({ name, at }) => ['unknownStep', at, name] as const),
      ...unknownWords(step, known),
    ];
    return found.map(([fault, path, name]) => ({ fault, path: `/steps/${index}${path}`, name }));
  });
};

type Waits = ReadonlyMap<string, readonly string[]>;

/** Returns the steps that can run in order. All others are in a cycle, or wait for one. */
const runnableSteps = (waits: Waits): ReadonlySet<string> => {
  const done = new Set<string>();
  for (let size = -1; size < done.size;) {
    size = done.size;
    for (const [key, before] of waits) if (before.every((each) => done.has(each) || !waits.has(each))) done.add(key);
  }
  return done;
};

/** Returns true when the step waits for itself through others. */
const isInCircle = (waits: Waits, key: string): boolean => {
  const seen = new Set<string>();
  const open = [...(waits.get(key) ?? [])];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at === key) return true;
    if (seen.has(at)) continue;
    seen.add(at);
    open.push(...(waits.get(at) ?? []));
  }
  return false;
};

/** Returns the keys of steps that can never run, because their conditions cannot become true. */
const neverNeeded = (steps: readonly TemplateStep[]): ReadonlySet<string> => {
  const never = new Set<string>();
  const isNever = (step: TemplateStep): boolean => {
    const sources = stepsBefore(steps, step);
    const conditionSources = step.when && 'outcome' in step.when ? stepsAskedBy(step.when) : [];
    return (
      (step.when !== undefined && !canHold(step.when)) ||
      (sources.length > 0 && sources.every(({ key }) => never.has(key))) ||
      conditionSources.some((key) => never.has(key))
    );
  };
  for (let size = -1; size < never.size;) {
    size = never.size;
    for (const step of steps) if (isNever(step)) never.add(step.key);
  }
  return never;
};

/** Returns no faults for a template that every item can pass through. */
export const checkTemplate = ({ steps }: WorkflowTemplate, known: KnownToTemplate = {}): TemplateFault[] => {
  const bad = steps.flatMap(({ key, when }, index): TemplateFault[] =>
    when === undefined || isCondition(when) ? [] : [{ fault: 'badCondition', path: `/steps/${index}/when`, name: key }],
  );
  // Further checks need valid conditions.
  if (bad.length > 0) return bad;
  const waits: Waits = new Map(steps.map((step) => [step.key, waitsFor(steps, step)]));
  const ordered = runnableSteps(waits);
  const stuck = [...waits.keys()].filter((key) => !ordered.has(key));
  const circular = new Set(stuck.filter((key) => isInCircle(waits, key)));
  const never = neverNeeded(steps);
  const unreachable = [...waits.keys()].filter((key) => !circular.has(key) && (stuck.includes(key) || never.has(key)));
  const at = (fault: TemplateFaultKind, key: string): TemplateFault => ({
    fault,
    path: stepPointer(steps, key),
    name: key,
  });
  return [
    ...wordFaults(steps, known),
    ...[...circular].map((key) => at('circle', key)),
    ...unreachable.map((key) => at('unreachable', key)),
  ];
};
