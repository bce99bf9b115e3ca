// axe-core over forms and values in every state. Colours need a browser; everything else is judged here.

import { act, fireEvent, render, screen } from '@testing-library/react';
import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import { PropertyValue } from 'src/client/forms/PropertyValue.tsx';
import { createFormWorld, FULL_BOOK, World, WRONG_BOOK } from 'stories/forms/FormWorld.tsx';
import { inFrame, openForm, settle, type } from 'tests/client/forms/formTools.tsx';
import { registry } from 'tests/toy/generated/registry.client.ts';

const violations = async (): Promise<readonly string[]> => {
  const { violations: found } = await axe.run(document.body, {
    rules: {
      'color-contrast': { enabled: false },
      region: { enabled: false },
      'page-has-heading-one': { enabled: false },
      'heading-order': { enabled: false },
    },
  });
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
};

describe('axe finds nothing', () => {
  it.each([
    ['empty', undefined, false],
    ['filled', FULL_BOOK, false],
    ['disabled', FULL_BOOK, true],
  ] as const)('in a form that is %s', async (_name, book, disabled) => {
    await openForm(book, { disabled });
    expect(await violations()).toEqual([]);
    fireEvent.click(screen.getByRole('tab', { name: /access/i }));
    expect(await violations()).toEqual([]);
  });

  it('in a form that is wrong, with its summary', async () => {
    const { handle } = await openForm(WRONG_BOOK);
    act(() => void handle.current?.check());
    await settle();
    expect(await violations()).toEqual([]);
  });

  it('while suggestions and letters are open', async () => {
    await openForm(FULL_BOOK);
    fireEvent.click(inFrame('/spoken').getByRole('button', { name: 'Letters' }));
    type(inFrame('/sequels').getByRole('combobox'), 'atlas');
    await settle();
    type(inFrame('/genres').getByRole('combobox'), 's');
    expect(inFrame('/genres').getByRole('combobox').getAttribute('aria-expanded')).toBe('true');
    expect(await violations()).toEqual([]);
  });

  it('in values as read', async () => {
    const { client } = createFormWorld(FULL_BOOK);
    const properties = Object.values(registry.types.Book?.properties ?? {}).filter(({ name }) => name in FULL_BOOK);
    render(
      <World client={client}>
        {properties.map((property) => (
          <div key={property.name}>
            <PropertyValue type="Book" property={property} value={FULL_BOOK[property.name]} />
            <PropertyValue type="Book" property={property} value={FULL_BOOK[property.name]} compact />
          </div>
        ))}
      </World>,
    );
    await settle();
    expect(await violations()).toEqual([]);
  });
});
