// People and the owners that they belong to, tested on the rule only. Tests through a save are in tests/product/belonging.pg.test.ts.
import { expect, it } from 'vitest';
import { belongingErrors } from 'src/model/schema/belonging.ts';
import type { Property } from 'src/model/schema/Property.ts';

const people = (optional: boolean): Property =>
  ({
    ...{ name: 'people', kind: 'relations' },
    belongs: { by: 'org', to: 'orgs', ...(optional && { optional }) },
  }) as unknown as Property;
const owners: Readonly<Record<string, readonly string[]>> = {
  'User-1': ['Shelf-1'],
  'User-2': [],
  'User-3': ['Shelf-3'],
};
const wrong = (orgs: readonly string[], chosen: readonly string[], optional = false) =>
  belongingErrors(people(optional), { orgs, people: chosen }, (id) => owners[id]).map(({ path, message }) => [
    path,
    message,
  ]);

it('[FORM-05] asks for an organization and for people, unless they are optional', () => {
  expect(wrong([], [])).toEqual([
    ['/orgs', 'errors.noOrg'],
    ['/people', 'errors.required'],
  ]);
  expect(wrong(['Shelf-1'], [])).toEqual([['/people', 'errors.required']]);
  expect(wrong([], [], true)).toEqual([]);
  expect(wrong([], ['User-1'], true)).toEqual([['/people', 'errors.chooseOrg']]);
});

it('[FORM-05] requires that each person belongs to one of them, and reports nothing for unknown people', () => {
  expect(wrong(['Shelf-1'], ['User-1', 'User-2', 'User-3', 'User-9'])).toEqual([
    ['/people/1', 'errors.noOrg'],
    ['/people/2', 'errors.notInOrg'],
  ]);
});
