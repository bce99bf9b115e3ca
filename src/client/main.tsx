// Where the page starts, once browserCheck.js has let it: reads the site configuration, makes the client and mounts the page.
// The one client file that knows the generated registry and the domain.

// Style sheets take effect in this order: what a part of the page says about its colours (shell.css, with App) comes after the skin.
import 'src/client/ui/fonts.css';
import '@blueprintjs/core/lib/css/blueprint.css';
import 'src/client/ui/skin.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from 'src/client/App.tsx';
import { createClient } from 'src/client/createClient.ts';
import { registerServiceWorker } from 'src/client/shell/registerServiceWorker.ts';
import { readSiteConfiguration } from 'src/client/shell/siteConfiguration.ts';
import { setUpIcons } from 'src/client/ui/icons.ts';
import { applyTheme, lastDark } from 'src/client/ui/theme.ts';

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

/** The sheet does not hold back the first paint (vite.config.ts), so the page itself waits for it. */
const sheets = (): Promise<unknown> =>
  Promise.all(
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(
      (link) =>
        new Promise<unknown>((resolve) => {
          if (link.sheet) resolve(link.sheet);
          link.addEventListener('load', resolve);
          link.addEventListener('error', resolve);
        }),
    ),
  );

const start = async (root: HTMLElement): Promise<void> => {
  // All at once: on a slow line each step of a chain costs a journey.
  const [{ default: messages }, { registry }, { domain }] = await Promise.all([
    import('src/generated/messages.en.json') as Promise<{ readonly default: Readonly<Record<string, string>> }>,
    import('src/generated/registry.client.ts'),
    import('src/domain/client.ts'),
    sheets(),
  ]);
  const page = createRoot(root);
  const site = readSiteConfiguration(document);
  if (!site) {
    page.render(<Unsupported text={messages['app.noConfiguration'] ?? ''} />);
    return;
  }
  applyTheme(site.colours, lastDark() ?? window.matchMedia('(prefers-color-scheme: dark)').matches);
  setUpIcons();
  const client = createClient({ registry, site, domain, messages });
  page.render(
    <StrictMode>
      <App client={client} />
    </StrictMode>,
  );
  registerServiceWorker((thrown) => client.alerts.error(thrown));
};

const root = document.getElementById('app');
if (root) {
  start(root).catch((thrown: unknown) => {
    // Words of its own: the messages may be what did not arrive.
    root.textContent = document.querySelector<HTMLTemplateElement>('#not-loaded')?.content.textContent ?? '';
    console.error(thrown);
  });
}
