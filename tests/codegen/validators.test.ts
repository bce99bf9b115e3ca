// The generated validators, run on the generated fixtures of both worlds.
import { describe, expect, it } from 'vitest';
import { forms } from 'tests/toy/generated/forms.ts';
import { fixtures } from 'tests/toy/generated/fixtures.ts';
import { registry } from 'tests/toy/generated/registry.client.ts';
import { validators } from 'tests/toy/generated/validators.ts';
import { fixtures as productFixtures } from 'src/generated/fixtures.ts';
import { registry as productRegistry } from 'src/generated/registry.client.ts';
import { validators as productValidators } from 'src/generated/validators.ts';
import type { Registry } from 'src/model/schema/Registry.ts';
import { rulesOfErrors } from 'src/model/schema/ruleOfError.ts';
import type { TypeFixture } from 'src/model/schema/TypeFixture.ts';
import type { Validator } from 'src/model/schema/Validator.ts';

interface Tested {
  readonly registry: Registry;
  readonly fixtures: Readonly<Record<string, TypeFixture>>;
  readonly validators: Readonly<Record<string, Validator>>;
}

const worlds: Readonly<Record<string, Tested>> = {
  toy: { registry, fixtures, validators },
  product: { registry: productRegistry, fixtures: productFixtures, validators: productValidators },
};

const wrongIn = (validate: Validator, value: unknown, type: string, { registry: messages }: Tested) =>
  validate(value) ? [] : rulesOfErrors(validate.errors ?? [], messages.types[type]?.properties);

describe.each(Object.entries(worlds))('the stored validators of the %s world', (_, world) => {
  const types = Object.keys(world.registry.types);

  it('exist for every type', () => {
    expect(types.length).toBeGreaterThan(6);
    expect(Object.keys(world.validators).toSorted()).toEqual(types.toSorted());
    expect(Object.keys(world.fixtures).toSorted()).toEqual(types.toSorted());
  });

  it.each(types)('[FORM-01] accept the minimal and the full %s, refuse each broken one by its rule', (type) => {
    const validate = world.validators[type]!;
    const { minimal, full, invalid } = world.fixtures[type]!;
    expect(wrongIn(validate, minimal, type, world)).toEqual([]);
    expect(wrongIn(validate, full, type, world)).toEqual([]);
    for (const { property, value, path, message } of invalid) {
      const entries = wrongIn(validate, { ...full, [property]: value }, type, world);
      expect(entries.map((entry) => `${entry.path} ${entry.message}`)).toContain(`${path} ${message}`);
    }
  });

  it.each(types)('refuse what %s does not declare, and what it needs and lacks', (type) => {
    const validate = world.validators[type]!;
    const { minimal } = world.fixtures[type]!;
    expect(wrongIn(validate, { ...minimal, noSuchProperty: 1 }, type, world)).toContainEqual({
      path: '/noSuchProperty',
      message: 'errors.unknownProperty',
    });
    for (const name of Object.keys(minimal)) {
      const { [name]: _left, ...rest } = minimal;
      expect(wrongIn(validate, rest, type, world)).toContainEqual({ path: `/${name}`, message: 'errors.required' });
    }
  });

  it.each(types)('leave no room in %s for what only the server writes', (type) => {
    const { full } = world.fixtures[type]!;
    const readOnly = Object.values(world.registry.types[type]!.properties).filter((each) => each.readOnly);
    for (const { name } of readOnly) {
      expect(full).not.toHaveProperty([name]);
      expect(wrongIn(world.validators[type]!, { ...full, [name]: 'x' }, type, world)).toContainEqual({
        path: `/${name}`,
        message: 'errors.unknownProperty',
      });
    }
  });
});

describe('fixtures', () => {
  it('break something in most properties', () => {
    const broken = new Set(fixtures['Book']!.invalid.map(({ property }) => property));
    const writable = Object.keys(fixtures['Book']!.full);
    expect(broken.size).toBeGreaterThan(writable.length - 4);
    expect(new Set(fixtures['Book']!.invalid.map(({ message }) => message)).size).toBeGreaterThan(12);
  });

  it('name forms for the same types', () => {
    expect(Object.keys(forms)).toEqual(Object.keys(registry.types));
  });
});
