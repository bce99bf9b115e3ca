// The page as it is drawn: everything of it that needs React. Loaded by main.tsx beside the client itself, which asks the server
// its first questions before this has arrived.

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from 'src/client/App.tsx';
import type { Client } from 'src/client/Client.ts';
import { fetchColumns } from 'src/client/shell/CellBody.tsx';
import { setUpIcons } from 'src/client/ui/icons.ts';

// All that an unsupported browser gets to see (spec platform 1). Stands alone: no store, no provider.
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
  if (client.session.signedIn) fetchColumns();
  createRoot(root).render(
    <StrictMode>
      <App client={client} />
    </StrictMode>,
  );
};
