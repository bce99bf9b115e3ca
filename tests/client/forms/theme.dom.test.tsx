// The theme is whole: nothing that RJSF can draw is left to its own looks.

import { getDefaultRegistry } from '@rjsf/core';
import { TranslatableString } from '@rjsf/utils';
import { expect, it } from 'vitest';
import { THEME } from 'src/client/forms/theme/formTheme.ts';
import { forms as productForms } from 'src/generated/forms.ts';
import { forms as toyForms } from 'tests/toy/generated/forms.ts';
import { MESSAGES } from 'stories/forms/FormWorld.tsx';

const core = getDefaultRegistry();

it('every template and button is ours', () => {
  const { ButtonTemplates: ours = {}, ...templates } = THEME.templates ?? {};
  const { ButtonTemplates: theirs, ...coreTemplates } = core.templates;
  expect(Object.keys(templates).toSorted()).toEqual(Object.keys(coreTemplates).toSorted());
  expect(Object.keys(ours).toSorted()).toEqual(Object.keys(theirs).toSorted());
});

/** No form names these: no property kind is a rating or a slider, and files have a field of their own. */
const UNREACHABLE = /^(?:AltDate|AltDateTime|File|Range|Rating)Widget$/;

it('every widget that a declaration can reach is ours, and no other one is kept', () => {
  const ours = THEME.widgets ?? {};
  for (const [name, theirs] of Object.entries(core.widgets)) {
    if (UNREACHABLE.test(name)) expect(ours[name], name).toBeUndefined();
    else expect(ours[name], name).toBeDefined();
    expect(ours[name], name).not.toBe(theirs);
  }
});

it('every widget and field that a declared form names is in the theme', async () => {
  const loaded = await Promise.all(Object.values({ ...toyForms, ...productForms }).map((load) => load()));
  const text = JSON.stringify(loaded.map(({ uiSchema }) => uiSchema));
  const named = (what: string): readonly string[] =>
    [...new Set([...text.matchAll(new RegExp(`"ui:${what}":"(\\w+)"`, 'g'))].map(([, name = '']) => name))].toSorted();
  expect(named('widget').length).toBeGreaterThan(5);
  expect(named('widget').filter((name) => !(name in (THEME.widgets ?? {})))).toEqual([]);
  expect(named('field').filter((name) => !(name in (THEME.fields ?? {})))).toEqual([]);
});

it('every word of RJSF has a message', () => {
  for (const name of Object.keys(TranslatableString)) expect(MESSAGES[`forms.rjsf.${name}`], name).toBeTruthy();
});
