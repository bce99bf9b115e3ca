// Scrolls to a field and focuses it; shakes invalid inputs.

import type { FormSession } from 'src/client/fields/session/FormSession.ts';

const VALUE_CONTROL = 'input:not([type=hidden]), select, textarea';
const OTHER_CONTROL = 'button, [tabindex="0"]';
const SHAKE_MS = 1000;

/** The element of a value, or of the nearest value around it that has one. */
const fieldOf = (root: ParentNode, pointer: string): Element | undefined => {
  const fields = [...root.querySelectorAll<HTMLElement>('[data-pointer]')];
  for (let at = pointer; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
    const field = fields.find((one) => one.dataset.pointer === at);
    if (field) return field;
  }
  return undefined;
};

const controlOf = (field: Element): HTMLElement | null =>
  field.querySelector<HTMLElement>('[data-unfinished]') ??
  field.querySelector<HTMLElement>(':is(input, select, textarea)[aria-invalid="true"], [contenteditable="true"]') ??
  field.querySelector<HTMLElement>(VALUE_CONTROL) ??
  field.querySelector<HTMLElement>(OTHER_CONTROL);

/** The first control that waits for something to be typed or chosen. */
export const focusFirstEmpty = ({ prefix }: FormSession): void => {
  const controls = document
    .getElementById(prefix)
    ?.querySelectorAll<HTMLInputElement>(
      '.kf-field :is(input:not([type=hidden], [type=radio], [type=checkbox]), select, textarea)',
    );
  [...(controls ?? [])].find(({ value, disabled }) => value === '' && !disabled)?.focus();
};

const isStill = (): boolean => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

const afterPaint = (run: () => void): void => {
  requestAnimationFrame(() => requestAnimationFrame(run));
};

export const goToProblem = (session: FormSession, pointer: string): void => {
  const tab = session.tabOf(pointer);
  if (tab !== undefined) session.showTab(tab);
  afterPaint(() => {
    const root = document.getElementById(session.prefix);
    const field = root && fieldOf(root, pointer);
    if (!field) return;
    // A field with a map may be higher than the page.
    const part = field.querySelector('[data-unfinished]') ?? field;
    part.scrollIntoView({ block: 'center', behavior: isStill() ? 'auto' : 'smooth' });
    controlOf(field)?.focus({ preventScroll: true });
  });
};

const shake = (root: HTMLElement): void => {
  const invalid = [...root.querySelectorAll('.kf-invalid')].filter((field) => !field.querySelector('.kf-invalid'));
  for (const field of invalid) field.classList.add('kf-shake');
  setTimeout(() => {
    for (const field of invalid) field.classList.remove('kf-shake');
  }, SHAKE_MS);
};

/** Moves to the first problem after a failed save. Every invalid input shakes for a second, unless the reader wants no motion. */
export const showFailure = (session: FormSession): void => {
  const first = session.problems[0];
  if (!first) return;
  goToProblem(session, first.path);
  if (isStill()) return;
  afterPaint(() => {
    const root = document.getElementById(session.prefix);
    if (root) shake(root);
  });
};
