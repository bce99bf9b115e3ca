// A text of the interface while it is changed: its preview, its faults, and the way back to the original text.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { renderApp } from 'tests/client/shell/renderApp.tsx';
import { registry } from 'tests/toy/generated/registry.client.ts';

const withTexts = {
  ...registry,
  screens: [...registry.screens, { path: 'library.texts', area: 'library', admin: true, view: 'systemTexts' as const }],
};
const KEY = 'related.showAll';

it('[SHELL-04] a text shows how it reads, and is saved only without a fault', async () => {
  const saved: Json[] = [];
  const operations = {
    'act/siteTexts': () => ({ texts: {}, history: [] }),
    'act/saveSiteTexts': (body: Json | undefined) => {
      saved.push(body ?? null);
      return {};
    },
  };
  await renderApp({ path: '/library.texts?c0=fr', registry: withTexts, user: { admin: true }, operations });
  fireEvent.change(await screen.findByLabelText('Find a text'), { target: { value: KEY } });
  fireEvent.click(await screen.findByRole('button', { name: `Change ${KEY}` }));
  const text = await screen.findByRole('textbox', { name: /^Text/ });
  const row = within(text.closest('li')!);
  const write = (value: string) => fireEvent.change(text, { target: { value } });
  const save = () => fireEvent.click(row.getByRole('button', { name: 'Save' }));
  expect(document.activeElement).toBe(text);
  expect([text.getAttribute('lang'), text.getAttribute('dir')]).toEqual(['fr', 'auto']);

  write('Tout montrer ({count, number})');
  expect(row.getByText('Tout montrer (3)').getAttribute('lang')).toBe('fr');
  const faults: readonly (readonly [string, RegExp])[] = [
    ['Tout montrer ({count', /line 1/],
    ['Tout montrer ({number})', /number/],
    [' ', /^Fill this in$/],
  ];
  for (const [wrong, fault] of faults) {
    write(wrong);
    expect(row.queryByText('Preview')).toBeNull();
    save();
    await waitFor(() => expect(document.getElementById(`${text.id}__error`)?.textContent).toMatch(fault));
    expect(text.getAttribute('aria-invalid')).toBe('true');
  }
  expect(saved).toEqual([]);
  write('Tout montrer ({count, number})');
  save();
  const change = (value: string | null) => ({ language: 'fr', changes: [{ key: KEY, text: value }] });
  await waitFor(() => expect(saved).toEqual([change('Tout montrer ({count, number})')]));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: /^Text/ })).toBeNull());

  fireEvent.click(screen.getByRole('button', { name: `Change ${KEY}` }));
  fireEvent.click(await row.findByRole('button', { name: 'Use the original text' }));
  await waitFor(() => expect(saved.at(-1)).toEqual(change(null)));
  fireEvent.click(await screen.findByRole('button', { name: `Change ${KEY}` }));
  fireEvent.keyDown(await screen.findByRole('textbox', { name: /^Text/ }), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('textbox', { name: /^Text/ })).toBeNull());
});
