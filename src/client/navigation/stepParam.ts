// Current step of a wizard in the address: `3`, or `2-4` after going back from the fourth step. Steps count from 1.

export interface StepPlace {
  readonly current: number;
  /** The last step that has been reached. */
  readonly furthest: number;
}

const STEP_PARAM = /^([1-9]\d?)(?:-([1-9]\d?))?$/;

export const isStepParam = (param: string | undefined): boolean => STEP_PARAM.test(param ?? '');

/** Returns undefined if the address names no step. A number beyond the last step means the last. */
export const readStep = (param: string | undefined, count: number): StepPlace | undefined => {
  const [, first, second] = STEP_PARAM.exec(param ?? '') ?? [];
  if (first === undefined) return undefined;
  const current = Math.min(Number(first), count);
  return { current, furthest: Math.min(Math.max(current, Number(second ?? current)), count) };
};

export const writeStep = ({ current, furthest }: StepPlace): string =>
  furthest > current ? `${current}-${furthest}` : String(current);
