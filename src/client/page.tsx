// The rendered page: everything that needs React. Loaded by main.tsx in parallel with the client, which sends its first
// requests before this has arrived.

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, ownPageAt } from 'src/client/App.tsx';
import type { Client } from 'src/client/Client.ts';
import { fetchColumns } from 'src/client/shell/CellBody.tsx';
import { setUpIcons } from 'src/client/ui/icons.ts';

// Shown to an unsupported browser instead of the page. Uses no store and no provider.
const Unsupported = ({ text }: { readonly text: string }) => (
  <main
    role="alert"
    style={{
      maxInlineSize: '40rem',
      margin: '15vh auto',
      padding: '0 1rem',
      fontFamily: 'sans-serif',
      fontSize: '1.2rem',
    }}
  >
    <p>{text}</p>
  </main>
);

export const drawUnsupported = (root: HTMLElement, text: string): void =>
  createRoot(root).render(<Unsupported text={text} />);

export const drawPage = (root: HTMLElement, client: Client): void => {
  setUpIcons();
  if (client.session.signedIn && !ownPageAt(client)) fetchColumns();
  createRoot(root).render(
    <StrictMode>
      <App client={client} />
    </StrictMode>,
  );
};
