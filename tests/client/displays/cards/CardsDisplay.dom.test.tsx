import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp } from 'tests/client/shell/renderApp.tsx';

it('[CELL-05] cards have the size that the user chooses, in the address and in their next listing', async () => {
  const client = await renderApp({ path: '/library.books?c0=.show%3DCARDS%26sort%3Dtitle' });
  fireEvent.click(await screen.findByRole('button', { name: 'Size of cards: Medium' }));
  fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Large' }));
  await waitFor(() => expect(document.querySelector('.kk-cards-large')).not.toBeNull());
  expect(decodeURIComponent(client.navigation.address)).toContain('size=large');
  act(() => void client.navigation.go('/library.books?c0=.show%3DCARDS'));
  await screen.findByRole('button', { name: 'Size of cards: Large' });
  act(() => void client.navigation.go('/library.books?c0=.show%3DCARDS%26size%3Dsmall'));
  await waitFor(() => expect(document.querySelector('.kk-cards-small')).not.toBeNull());
});
