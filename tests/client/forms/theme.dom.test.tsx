// The theme is whole: nothing that RJSF can draw is left to its own looks.

import { getDefaultRegistry } from '@rjsf/core';
import { TranslatableString } from '@rjsf/utils';
import { expect, it } from 'vitest';
import { THEME } from 'src/client/forms/theme/theme.ts';
import { MESSAGES } from 'stories/forms/FormWorld.tsx';

const core = getDefaultRegistry();

it('every template and button is ours', () => {
  const { ButtonTemplates: ours = {}, ...templates } = THEME.templates ?? {};
  const { ButtonTemplates: theirs, ...coreTemplates } = core.templates;
  expect(Object.keys(templates).toSorted()).toEqual(Object.keys(coreTemplates).toSorted());
  expect(Object.keys(ours).toSorted()).toEqual(Object.keys(theirs).toSorted());
});

it('every widget name is answered by a widget of ours', () => {
  const ours = THEME.widgets ?? {};
  for (const [name, theirs] of Object.entries(core.widgets)) {
    expect(ours[name], name).toBeDefined();
    expect(ours[name], name).not.toBe(theirs);
  }
});

it('every word of RJSF has a message', () => {
  for (const name of Object.keys(TranslatableString)) expect(MESSAGES[`forms.rjsf.${name}`], name).toBeTruthy();
});
