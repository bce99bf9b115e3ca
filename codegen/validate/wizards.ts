// Validates the wizard of a view: every group of the form is in one step, and the required properties of a new item are in the first.

import { didYouMean } from 'codegen/didYouMean.ts';
import { objectAt, pointer, type JsonObject } from 'codegen/json.ts';
import { demand, demandProperty, type ValidatedType } from 'codegen/validate/Validation.ts';
import { CONDITION_KEYWORDS } from 'src/model/schema/conditionKeywords.ts';
import { KINDS } from 'src/model/generated/kinds.ts';
import { holdsIds } from 'src/model/kinds/kindTraits.ts';
import type { PropertyKind } from 'src/model/generated/kindNames.ts';
import type { WizardStep } from 'src/model/schema/TypeView.ts';

const validateChoice = (subject: ValidatedType, { choice }: WizardStep, at: string): void => {
  if (!choice) return;
  const { path, item, action, by, kept } = choice;
  for (const each of [`${path}.${item}`, `${path}.suggested`, `${path}.selected`, by, ...(kept ? [kept] : [])])
    demandProperty(subject, each, at);
  const { actions } = subject.linked;
  const isAction = Object.hasOwn(actions, action);
  subject.reporter.expect(isAction, at, `${action} is no action${didYouMean(action, Object.keys(actions))}`);
  const input = objectAt((actions[action]?.value.input ?? {}) as JsonObject, 'properties');
  subject.reporter.expect(
    !isAction || Object.hasOwn(input, by),
    at,
    `the input of ${action} has no ${by}${didYouMean(by, Object.keys(input))}`,
  );
};

const validateStep = (subject: ValidatedType, step: WizardStep, index: number): void => {
  const at = pointer('', 'wizard', 'steps', index);
  for (const { path, schema } of step.needs ?? []) {
    demandProperty(subject, path, at);
    const words = typeof schema === 'object' && schema !== null ? Object.keys(schema) : [];
    for (const word of words)
      subject.reporter.expect(
        (CONDITION_KEYWORDS as readonly string[]).includes(word),
        at,
        `${word} is no word of a condition${didYouMean(word, CONDITION_KEYWORDS)}`,
      );
  }
  validateChoice(subject, step, at);
};

const isDated = (kind: PropertyKind): boolean => KINDS[kind].scale === 'instant';

/** Requires a relation and a property that give the progress of several items on the page of the item that lists them. */
export const validateProgress = (subject: ValidatedType): void => {
  const { progress } = subject.type.view.page ?? {};
  if (!progress) return;
  const { path, item, state, changed, details = [], done, left, held = [] } = progress;
  const at = '/page/progress';
  demand(subject, `${path}.${item}`, { at, fits: holdsIds, what: 'an item' });
  demand(subject, `${path}.${changed}`, { at, fits: isDated, what: 'since when' });
  const states = demandProperty(subject, `${path}.${state}`, at)?.values ?? [];
  for (const each of details) demandProperty(subject, `${path}.${each}`, `${at}/details`);
  for (const each of [...done, ...left])
    subject.reporter.expect(
      states.includes(each),
      at,
      `${each} is no choice of ${path}.${state}${didYouMean(each, states)}`,
    );
  const own = subject.type.properties[subject.type.states?.property ?? '']?.values ?? [];
  for (const each of held)
    subject.reporter.expect(
      own.includes(each),
      at,
      `${each} is no state of ${subject.type.name}${didYouMean(each, own)}`,
    );
};

export const validateWizard = (subject: ValidatedType): void => {
  const { type, reporter } = subject;
  const { form, wizard } = type.view;
  if (!wizard) return;
  const at = '/wizard/steps';
  const groups = form.flatMap((tab) => tab.groups);
  const named = wizard.steps.flatMap((step) => step.groups);
  for (const key of named)
    reporter.expect(
      groups.some((group) => group.key === key),
      at,
      `${key} is no group of the form${didYouMean(
        key,
        groups.map((group) => group.key),
      )}`,
    );
  for (const { key } of groups) {
    const count = named.filter((each) => each === key).length;
    reporter.expect(count === 1, at, `the group ${key} is in ${count} steps; it must be in exactly one`);
  }
  wizard.steps.forEach((step, index) => validateStep(subject, step, index));
  const first = groups.filter(({ key }) => wizard.steps[0]?.groups.includes(key));
  const asked = new Set(first.flatMap(({ rows }) => rows.flat().map(({ path }) => path)));
  const { read } = type.server.access;
  for (const { name, required, readOnly } of Object.values(type.properties))
    reporter.expect(
      !required || readOnly || asked.has(name) || name === read.owner,
      at,
      `${name} is required, so the first step asks for it: the item is made after it`,
    );
};
