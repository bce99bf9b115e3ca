import { expect, it } from 'vitest';
import {
  REQUIREMENTS_PAGE,
  requirements,
  requirementsPage,
  testsByRequirement,
} from 'tests/architecture/requirementsPage.ts';
import { textOf } from 'tests/architecture/sourceFiles.ts';

it('has a sentence for each requirement that a test cites', () => {
  expect([...testsByRequirement().keys()].filter((id) => !Object.hasOwn(requirements, id))).toEqual([]);
});

it('has a page of requirements that is up to date', () => {
  expect(textOf(REQUIREMENTS_PAGE)).toBe(requirementsPage());
});
