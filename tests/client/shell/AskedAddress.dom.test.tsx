// The sign-in page of a visitor who has opened a closed address.

import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from 'tests/client/shell/renderApp.tsx';

const openSignIn = (next: string) =>
  renderApp({ user: null, path: `/sign-in?${new URLSearchParams({ next }).toString()}` });

describe('[ROUTE-08] [ROUTE-11] the sign-in page says what a visitor asked for', () => {
  it.each([
    ['/i-Book-2', 'You asked for Book 2. If this record exists, you may need to sign in to see it.'],
    ['/i-Book-99999', 'You asked for Book 99999. If this record exists, you may need to sign in to see it.'],
    ['/notifications', 'You asked for the page “Notices”. You may need to sign in to see it.'],
    ['/library.books/i-Book-2?c0=x', 'You asked for Book 2. If this record exists, you may need to sign in to see it.'],
    ['/i-Book-0-a1b2', 'You asked to add a new Book. Sign in first.'],
  ])('%s', async (next, text) => {
    await openSignIn(next);
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('repeats no text of an address that is none of this site', async () => {
    for (const next of ['/Call-this-number', '//elsewhere.test/i-Book-2', '/i-Call-1', '/constructor']) {
      const client = await openSignIn(next);
      expect(await screen.findByText(/^You asked for (a page of this site|the page “Home”)\./)).toBeTruthy();
      expect(document.body.textContent).not.toMatch(/Call|elsewhere/);
      client.dispose();
      document.body.replaceChildren();
    }
  });

  it('says nothing without an address', async () => {
    await renderApp({ user: null, path: '/sign-in' });
    await screen.findByLabelText('Email');
    expect(screen.queryByText(/You asked/)).toBeNull();
  });
});
