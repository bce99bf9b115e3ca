import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from 'tests/client/shell/renderApp.tsx';

describe('carousel', () => {
  it('[CELL-05] shows one at a time, and moves by buttons, keys and small pictures', async () => {
    await renderApp({ path: '/library.books?c0=.show%3DCAROUSEL%26sort%3Dtitle' });
    expect(await screen.findByText('1 of 6')).toBeTruthy();
    expect(await screen.findByRole('link', { name: 'Amber atlas' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Previous result' }).hasAttribute('disabled')).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Next result' }));
    expect(await screen.findByRole('link', { name: 'Birch songs' })).toBeTruthy();
    fireEvent.keyDown(screen.getByRole('button', { name: 'Next result' }), { key: 'ArrowRight' });
    expect(await screen.findByText('3 of 6')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Delta maps' }));
    await waitFor(() => expect(screen.getByText('4 of 6')).toBeTruthy());
    expect(screen.getByRole('button', { name: 'Delta maps' }).getAttribute('aria-current')).toBe('true');
  });
});
