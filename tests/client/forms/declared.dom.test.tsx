// Every declared type, of the toy world and of the product: its form shows what is declared, accepts its full example, and
// refuses each wrong example at the right place with words.

import { createPrecompiledValidator } from '@rjsf/validator-ajv8';
import { act, cleanup, fireEvent, render, waitFor, within } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest';
import { ItemForm, type FormHandle } from 'src/client/forms/ItemForm.tsx';
import { checkForm } from 'src/client/forms/rules/checkForm.ts';
import { fixtures as productFixtures } from 'src/generated/fixtures.ts';
import { forms as productForms } from 'src/generated/forms.ts';
import productMessages from 'src/generated/messages.en.json' with { type: 'json' };
import { registry as productRegistry } from 'src/generated/registry.client.ts';
import type { LoadedForm } from 'src/model/schema/LoadedForm.ts';
import type { Registry } from 'src/model/schema/Registry.ts';
import type { TypeFixture } from 'src/model/schema/TypeFixture.ts';
import { createFormWorld, World } from 'stories/forms/FormWorld.tsx';
import { pickTypes } from 'tests/contract/pickTypes.ts';
import { casesToTake } from 'tests/runner/parts.ts';
import { fixtures as toyFixtures } from 'tests/toy/generated/fixtures.ts';
import { forms as toyForms } from 'tests/toy/generated/forms.ts';
import toyMessages from 'tests/toy/generated/messages.en.json' with { type: 'json' };
import { registry as toyRegistry } from 'tests/toy/generated/registry.client.ts';

interface Declared {
  readonly registry: Registry;
  readonly forms: Readonly<Record<string, () => Promise<LoadedForm>>>;
  readonly fixtures: Readonly<Record<string, TypeFixture>>;
  readonly messages: Readonly<Record<string, string>>;
}

const WORLDS: Readonly<Record<string, Declared>> = {
  toy: { registry: toyRegistry, forms: toyForms, fixtures: toyFixtures, messages: toyMessages },
  product: { registry: productRegistry, forms: productForms, fixtures: productFixtures, messages: productMessages },
};

const open = async (
  { registry, forms, messages }: Declared,
  type: string,
  values: TypeFixture['full'],
  admin = false,
) => {
  const { client } = createFormWorld(
    {},
    { registry, domain: { loadForm: async (type) => forms[type]?.() }, messages, user: { admin } },
  );
  if (admin) await vi.waitFor(() => expect(client.session.user?.admin).toBe(true));
  const draft = client.drafts.fresh(type, '1', values);
  const handle = createRef<FormHandle>();
  const page = render(
    <World client={client}>
      <ItemForm draft={draft} ref={handle} />
    </World>,
  );
  await waitFor(() => expect(handle.current).not.toBeNull());
  await act(async () => {});
  const check = (): boolean => {
    let right = false;
    act(() => {
      if (!handle.current) throw new Error('the form is gone');
      right = handle.current.check();
    });
    return right;
  };
  const summary = (): string => page.container.querySelector('.kf-summary')?.textContent ?? '';
  return { draft, page, check, summary };
};

const judge = async ({ forms }: Declared, type: string) => {
  const form = await forms[type]?.();
  if (!form) throw new Error(`no form of ${type}`);
  const validator = createPrecompiledValidator(
    form.validators as Parameters<typeof createPrecompiledValidator>[0],
    form.schema,
  );
  return {
    check: checkForm({ validator, schema: form.schema }),
    names: new Set(Object.keys(form.schema.properties as object)),
  };
};

const inForm = (values: TypeFixture['full'], names: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));

/** Forms that are drawn whole, which takes a while. The rules of the others are still checked. */
const drawnForms = casesToTake(
  'forms',
  Object.entries(WORLDS).flatMap(([world, { registry, forms }]) => {
    const picked = pickTypes(registry);
    return Object.keys(forms).flatMap((type) => (Object.hasOwn(picked, type) ? [{ world, type }] : []));
  }),
  ({ world, type }) => `${world} ${type}`,
);
const isDrawn = (world: string, type: string): boolean =>
  drawnForms.some((form) => form.world === world && form.type === type);

let complaints: MockInstance<typeof console.error>;
beforeEach(() => {
  complaints = vi.spyOn(console, 'error');
});
afterEach(() => {
  cleanup();
  complaints.mockRestore();
});

// Forms of many fields, drawn whole, on a machine that does other things too.
const PATIENCE = 30_000;

describe.each(Object.entries(WORLDS))('%s', { timeout: PATIENCE }, (world, declared) => {
  let listed = 0;
  let right = 0;
  describe.each(Object.keys(declared.forms))('%s', (type) => {
    const fixture = declared.fixtures[type];
    if (!fixture) throw new Error(`${type} has a form and no fixture`);

    const drawn = (title: string, run: () => Promise<void>): void => void (isDrawn(world, type) && it(title, run));

    drawn('its full example passes, and opening it changes nothing', async () => {
      const { draft, check, summary } = await open(declared, type, fixture.full);
      expect(draft.dirty).toBe(false);
      check();
      expect(summary()).toBe('');
      expect(draft.dirty).toBe(false);
      expect(complaints.mock.calls.map(([first]) => String(first))).toEqual([]);
    });

    it('[FORM-01] each wrong example is refused at its place by its rule', async () => {
      const { check, names } = await judge(declared, type);
      for (const { property, value, path, message } of fixture.invalid.filter((one) => names.has(one.property))) {
        const found = check({ ...inForm(fixture.full, names), [property]: value });
        expect(
          found.map((one) => `${one.path} ${one.message}`),
          `${path} ${message}`,
        ).toContain(`${path} ${message}`);
      }
    });

    drawn('all that is wrong at once is listed in words, each with its field', async () => {
      const { names } = await judge(declared, type);
      const wrong = fixture.invalid.filter(({ property }) => names.has(property));
      if (wrong.length === 0) return void (right += 1); // every value is right; the last test says that such types are few
      listed += 1;
      const { check, page } = await open(declared, type, {
        ...fixture.full,
        ...Object.fromEntries(wrong.map(({ property, value }) => [property, value])),
      });
      expect(check()).toBe(false);
      const summary = page.container.querySelector('.kf-summary');
      expect(summary?.textContent).not.toMatch(/errors\.|forms\.|types\./);
      expect(complaints.mock.calls.map(([first]) => String(first))).toEqual([]);
      expect(summary?.querySelectorAll('li').length).toBeGreaterThanOrEqual(
        new Set(wrong.map(({ property }) => property)).size,
      );
    });
  });

  it('had wrong values to list in most types', () => {
    expect(listed).toBeGreaterThanOrEqual(right);
  });
});

it('[PERM-04] offers the declared rights as boxes with what they allow, and says which levels a person may read', async () => {
  const { draft, page } = await open(
    WORLDS['toy']!,
    'User',
    {
      name: 'Member Person',
      email: 'member@example.org',
      siteCapabilities: ['Former'],
    },
    true,
  );
  fireEvent.click(page.getByRole('tab', { name: /rights/i }));
  const group = within(page.getByRole('group', { name: /Rights \(whole site\)/ }));
  expect(group.getAllByRole('checkbox')).toHaveLength(toyRegistry.capabilities.length + 1);
  fireEvent.click(group.getByRole('checkbox', { name: 'Library Adds and changes books.' }));
  fireEvent.click(group.getByRole('checkbox', { name: 'Former' }));
  expect(draft.values.siteCapabilities).toEqual(['Library']);
  const reads = page.getByRole('radiogroup', { name: /May read \(whole site\)/ });
  expect(reads.textContent).toMatch(/Reads .* private records/);
  expect(reads.textContent).not.toMatch(/may see this/);
});

describe('[FORM-01] a million characters', { timeout: 4 * PATIENCE }, () => {
  const SIZE = 1_000_000;
  const BOOK = 'A whole book of words. '
    .repeat(SIZE / 20)
    .slice(0, SIZE)
    .trimEnd();
  type Field = HTMLInputElement | HTMLTextAreaElement;

  it.each(['ArchiveEntry', 'CommunityMember'])(
    'in every field that the form of %s opens with are kept and refused',
    async (type) => {
      const declared = WORLDS['product']!;
      const { page, check, draft } = await open(declared, type, declared.fixtures[type]?.full ?? {});
      const texts = (): Field[] =>
        [
          ...page.container.querySelectorAll<Field>('.kf-field :is(input:not([type]), input[type=text], textarea)'),
        ].filter(({ readOnly, disabled }) => !readOnly && !disabled);
      const pasted = texts();
      expect(pasted.length).toBeGreaterThan(10);
      // At once, so that the form is drawn once.
      act(() => pasted.forEach((field) => fireEvent.change(field, { target: { value: BOOK } })));
      act(() => pasted.forEach((field) => fireEvent.blur(field)));
      expect(check()).toBe(false);
      const ids = new Set(pasted.map(({ id }) => id));
      // A list that takes words of one's own has them among its values.
      const isKept = ({ id, value }: Field): boolean =>
        value === BOOK || [draft.values[id.split('/')[1] ?? '']].flat().some((each) => String(each).endsWith(BOOK));
      const lost = texts().filter((field) => ids.has(field.id) && !isKept(field));
      expect(lost.map(({ id }) => id)).toEqual([]);
    },
  );
});
