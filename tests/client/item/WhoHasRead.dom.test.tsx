import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import { heading, renderApp } from 'tests/client/shell/renderApp.tsx';

const entry = (number: number, more: object): Json => ({
  entry: number,
  at: '2024-05-01T00:00:00Z',
  by: 'User-1',
  asUser: null,
  channel: 'read',
  $id: 'Book-1',
  _u: 1,
  ...more,
});

const first = {
  entries: [entry(9, { channel: 'attachment', by: null }), entry(8, { channel: 'read', asUser: 'User-2' })],
  more: true,
};
const second = {
  entries: [entry(3, { channel: 'act/stamp' }), entry(2, { channel: 'act/seal', at: '2024-05-01T20:00:00Z' })],
  more: false,
};

const trail = (body: Json | undefined): Json =>
  (body as { readonly before?: number }).before === 8 ? second : (first as Json);

const lines = (): (string | null)[] => {
  const section = screen.getByRole('heading', { name: 'Who has read this' }).closest('section');
  return within(section ?? document.body)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.replace(/ · .*/, '') ?? null);
};

describe('[CELL-07] who has read an item', () => {
  it('is shown to administrators, in pages, with the administrator behind a masquerade', async () => {
    const path = '/i-Book-1?c0=meta';
    await renderApp({ path, user: { admin: true }, operations: { 'act/auditTrail': trail } });
    await screen.findByRole('heading', { name: 'Who has read this' });
    await waitFor(() => expect(lines()[1]).toMatch(/^Robin Sample \(.*\) opened it$/));
    expect(lines()[0]).toBe('A person who was not signed in opened one of its files');
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await waitFor(() => expect(lines()).toHaveLength(3));
    expect(lines()[2]).toBe('Robin Sample used it in an action');
    // Two actions on one day are one line.
    expect(
      screen
        .getAllByRole('listitem')
        .filter(({ textContent }) => textContent?.endsWith(' · 2 times on that day') === true),
    ).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('can be asked for again when it could not be read', async () => {
    let fails = true;
    const answer = (body: Json | undefined): Json => {
      if (fails) throw problem('timeout');
      return trail(body);
    };
    const path = '/i-Book-1?c0=meta';
    await renderApp({ path, user: { admin: true }, operations: { 'act/auditTrail': answer } });
    await screen.findByText('The list of readers did not load.');
    fails = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(lines()).toHaveLength(2));
    expect(screen.queryByText('The list of readers did not load.')).toBeNull();
  });

  it('is not shown to an administrator of something else, who is refused', async () => {
    const refused = (): Json => {
      throw problem('notAllowed');
    };
    const client = await renderApp({
      path: '/i-Book-1?c0=meta',
      user: { adminOrg: 'Shelf-2' },
      operations: { 'act/auditTrail': refused },
    });
    await heading('Amber atlas');
    await waitFor(() => expect(client.server.received.map(({ o }) => o)).toContain('act/auditTrail'));
    expect(screen.queryByRole('heading', { name: 'Who has read this' })).toBeNull();
    expect(client.alerts.alerts).toEqual([]);
  });

  it('is not even asked for by anybody else', async () => {
    const client = await renderApp({ path: '/i-Book-1?c0=meta', operations: { 'act/auditTrail': trail } });
    await screen.findByRole('heading', { name: 'Who can see it' });
    expect(client.server.received.map(({ o }) => o)).not.toContain('act/auditTrail');
    expect(screen.queryByRole('heading', { name: 'Who has read this' })).toBeNull();
  });
});
