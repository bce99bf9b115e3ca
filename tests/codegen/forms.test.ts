// The compiled forms as RJSF sees them: its precompiled validator accepts them, and the uiSchema names each property's field.
import { createPrecompiledValidator } from '@rjsf/validator-ajv8';
import { describe, expect, it } from 'vitest';
import { forms } from 'tests/toy/generated/forms.ts';
import { fixtures } from 'tests/toy/generated/fixtures.ts';
import { forms as productForms } from 'src/generated/forms.ts';
import { fixtures as productFixtures } from 'src/generated/fixtures.ts';
import type { LoadedForm } from 'src/model/schema/LoadedForm.ts';
import { rulesOfErrors } from 'src/model/schema/ruleOfError.ts';
import type { ValidationError } from 'src/model/schema/Validator.ts';

type Parameters_ = Parameters<typeof createPrecompiledValidator>;

const check = ({ schema, validators }: LoadedForm, value: unknown) => {
  const validator = createPrecompiledValidator(validators as Parameters_[0], schema as Parameters_[1]);
  return validator.rawValidation<ValidationError>(schema as Parameters_[1], value as never).errors ?? [];
};

const all = [
  ...Object.entries(forms).map(([name, load]) => ({ name: `toy ${name}`, load, fixture: fixtures[name]! })),
  ...Object.entries(productForms).map(([name, load]) => ({ name, load, fixture: productFixtures[name]! })),
];

describe('compiled forms', () => {
  it.each(all)('take the full $name and refuse what is missing', async ({ load, fixture }) => {
    const form = await load();
    expect(check(form, fixture.full)).toEqual([]);
    const needed = Object.keys(fixture.minimal);
    const entries = rulesOfErrors(check(form, {}));
    expect(entries.map(({ path, message }) => `${path} ${message}`).toSorted()).toEqual(
      needed.map((name) => `/${name} errors.required`).toSorted(),
    );
  });

  it('title every property with its message id, also inside objects', async () => {
    const { schema, uiSchema } = await forms['Book']!();
    expect(schema).toMatchObject({
      properties: {
        title: { title: 'types.Book.props.title' },
        size: { properties: { height: { title: 'types.Book.props.size.height' } } },
        parts: { items: { properties: { pages: { title: 'types.Book.props.parts.pages' } } } },
      },
    });
    expect(uiSchema).toMatchObject({
      'ui:options': { type: 'Book', layout: [{ key: 'main' }, { key: 'access' }] },
      title: { 'ui:options': { property: { name: 'title', kind: 'text', maxLength: 300 } } },
    });
  });

  it('name the field or widget of each kind', async () => {
    const { uiSchema } = await forms['Book']!();
    const told = (name: string): unknown => {
      const ui = uiSchema[name] as Record<string, unknown>;
      return ui['ui:field'] ?? ui['ui:widget'];
    };
    const fields = ['shelf', 'sequels', 'genres', 'titleT', 'spoken', 'printed', 'place', 'files'].map(told);
    expect(fields).toEqual([
      'relation',
      'relation',
      'list',
      'translated',
      'language',
      'approximateDate',
      'geometry',
      'files',
    ]);
    const widgets = [
      'summary',
      'bought',
      'seen',
      'opens',
      'fragile',
      'state',
      '$access',
      'colour',
      'email',
      'phone',
      'link',
    ];
    expect(widgets.map(told)).toEqual([
      'textarea',
      'date',
      'dateTime',
      'time',
      'switch',
      'select',
      'level',
      'color',
      'email',
      'phone',
      'url',
    ]);
  });

  it('leave out what only the server writes, and every reference', async () => {
    const { schema, uiSchema } = await forms['Loan']!();
    expect(Object.keys(schema['properties'] as object)).not.toContain('state');
    expect(uiSchema).not.toHaveProperty('days');
    expect(JSON.stringify(await forms['Book']!())).not.toContain('$ref');
  });
});
