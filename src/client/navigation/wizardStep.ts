// Wizard screens keep their step in the column's parameter as `current` or `current-furthest`. Source: spec platform 2 (ROUTE-05).

export interface WizardStep {
  readonly current: number;
  /** The furthest step reached; never before the current one. */
  readonly furthest: number;
}

const STEP = /^(\d{1,3})(?:-(\d{1,3}))?$/;

/** `2-4` gives `{current: 2, furthest: 4}`; anything else starts at the first step. */
export const wizardStep = (param: string | undefined): WizardStep => {
  const [, first, second] = STEP.exec(param ?? '') ?? [];
  const current = Number(first ?? 0);
  return { current, furthest: Math.max(current, Number(second ?? 0)) };
};

export const wizardParam = ({ current, furthest }: WizardStep): string =>
  furthest > current ? `${current}-${furthest}` : String(current);
