// Values with which a new item begins.
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp } from 'tests/client/shell/renderApp.tsx';

it('[CELL-02] a date that is mostly now begins with the present minute, and a new item has no unsaved changes by that', async () => {
  const client = await renderApp({ path: '/i-Loan-0-7', user: { creatable: ['Loan'] } });
  await screen.findByText('From', { exact: false, selector: '.kf-label *, .kf-label' });
  const [draft] = [client.drafts.fresh('Loan', '7', {})];
  const from = Date.parse(String(draft?.values['from']));
  expect(Math.abs(from - Date.now())).toBeLessThan(2 * 60_000);
  expect(new Date(from).getSeconds()).toBe(0);
  expect(client.drafts.dirty).toEqual([]);
});
