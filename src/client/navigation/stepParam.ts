// Where somebody is in a wizard, as the address says it: `3`, or `2-4` for who has gone back from the fourth step. Steps count from 1.
// Source: spec platform 2, "'current' or 'current-furthest'".

export interface StepPlace {
  readonly current: number;
  /** The last step that has been reached. */
  readonly furthest: number;
}

const STEP = /^([1-9]\d?)(?:-([1-9]\d?))?$/;

export const isStepParam = (param: string | undefined): boolean => STEP.test(param ?? '');

/** Undefined where the address names no step. What lies beyond the last means the last. */
export const readStep = (param: string | undefined, count: number): StepPlace | undefined => {
  const [, first, second] = STEP.exec(param ?? '') ?? [];
  if (first === undefined) return undefined;
  const current = Math.min(Number(first), count);
  return { current, furthest: Math.min(Math.max(current, Number(second ?? current)), count) };
};

export const writeStep = ({ current, furthest }: StepPlace): string =>
  furthest > current ? `${current}-${furthest}` : String(current);
