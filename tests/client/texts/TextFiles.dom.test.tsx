// The texts of the site as a file: what goes out, and what comes in after a look at it; a file with a fault changes nothing.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { renderApp } from 'tests/client/shell/renderApp.tsx';
import { registry } from 'tests/toy/generated/registry.client.ts';

const withTexts = {
  ...registry,
  screens: [...registry.screens, { path: 'library.texts', area: 'library', admin: true, view: 'systemTexts' as const }],
};
const KEY = 'cells.discard.title';
const OWN = { [KEY]: 'Throw it away?' };

it('[SHELL-04] texts go out as a file, and come in after a look at what they change', async () => {
  const saved: Json[] = [];
  const operations = {
    'act/siteTexts': () => ({ texts: OWN, history: [] }),
    'act/saveSiteTexts': (body: Json | undefined) => {
      saved.push(body ?? null);
      return {};
    },
  };
  const files: Blob[] = [];
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${files.push(blob)}` }));
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  await renderApp({ path: '/library.texts', registry: withTexts, user: { admin: true }, operations });

  fireEvent.click(await screen.findByRole('button', { name: 'Export changed' }));
  fireEvent.click(screen.getByRole('button', { name: 'Export all' }));
  const [changed, all] = await Promise.all(files.map(async (file) => JSON.parse(await file.text()) as typeof OWN));
  expect(changed).toEqual(OWN);
  expect(all).toMatchObject({ ...OWN, 'app.cancel': 'Cancel' });

  const bring = (content: string): void => {
    const file = new File([content], 'texts.en.json', { type: 'application/json' });
    fireEvent.change(screen.getByLabelText('Import', { selector: 'input' }), { target: { files: [file] } });
  };
  bring('not what it should be');
  expect((await screen.findAllByText(/^This file has no texts/)).length).toBeGreaterThan(0);
  bring(JSON.stringify({ ...OWN, 'app.cancel': 'Leave {it' }));
  const faulty = within(await screen.findByRole('dialog', { name: 'What this file changes' }));
  expect(faulty.getByText(/^app\.cancel: /)).toBeTruthy();
  expect(faulty.getByRole('button', { name: 'Change 1 text' }).hasAttribute('disabled')).toBe(true);
  fireEvent.click(faulty.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  bring(JSON.stringify({ ...OWN, 'app.cancel': 'Leave it' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Change 1 text' }));
  await waitFor(() => expect(saved).toEqual([{ language: 'en', changes: [{ key: 'app.cancel', text: 'Leave it' }] }]));
});
