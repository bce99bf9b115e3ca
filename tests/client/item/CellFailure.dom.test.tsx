import { fireEvent, render, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { App } from 'src/client/App.tsx';
import type { Client } from 'src/client/Client.ts';
import type { PagePart } from 'src/client/ClientDomain.ts';
import { heading, renderApp } from 'tests/client/shell/renderApp.tsx';

describe('a part that fails', () => {
  it('[ROUTE-01] takes its own column only, and is drawn again on request', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    let fails = true;
    const Part = () => {
      if (fails) throw new Error('broken');
      return <h2>Whole</h2>;
    };
    const part: PagePart = {
      ...{ key: 'broken', position: 'head', component: Part },
      isShown: ({ item }) => item.$id === 'Book-2',
    };
    await renderApp({ path: '/i-Book-2/i-Book-1', domain: { pageParts: [part] } });
    await heading('Amber atlas');
    const failed = within(screen.getByRole('region', { name: 'This did not load' }));
    expect(failed.getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe('/');
    fails = false;
    fireEvent.click(failed.getByRole('button', { name: 'Try again' }));
    await heading('Whole');
  });

  it('[ERR-01] that holds all the others leaves words and a way on, never a blank page', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const client = await renderApp();
    await heading(/^Home, /);
    const broken: Client = {
      ...client,
      get alerts(): never {
        throw new Error('broken');
      },
    };
    const { container } = render(<App client={broken} />);
    const page = within(container);
    expect(page.getByRole('heading', { name: 'This page did not load' })).toBeTruthy();
    expect(page.getByRole('button', { name: 'Refresh' })).toBeTruthy();
    expect(page.getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe('/');
  });
});
