// Where the page starts, once browserCheck.js has let it: reads the site configuration, makes the client and mounts the page.
// The one client file that knows the generated registry and the domain.

// Style sheets take effect in this order: what a part of the page says about its colours (shell.css, with App) comes after the skin.
import 'src/client/ui/fonts.css';
import '@blueprintjs/core/lib/css/blueprint.css';
import 'src/client/ui/skin.css';
import 'src/client/ui/touch.css';
import { createClient } from 'src/client/createClient.ts';
import { askAhead } from 'src/client/listing/askAhead.ts';
import { registerServiceWorker } from 'src/client/shell/registerServiceWorker.ts';
import { readSiteConfiguration } from 'src/client/shell/siteConfiguration.ts';
import { DARK_DEVICE } from 'src/client/stores/darkPage.ts';
import { applyTheme, lastDark } from 'src/client/ui/theme.ts';
import { messagesOfTree } from 'src/model/text/messageTree.ts';
import { withSharedMessages } from 'src/model/text/sharedMessages.ts';

type Messages = Readonly<Record<string, string>>;

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

const startPage = async (root: HTMLElement): Promise<void> => {
  // All at once: on a slow line each step of a chain costs a journey.
  const drawing = import('src/client/page.tsx');
  const first = import('src/generated/messages.first.en.json');
  const allMessages = () => import('src/generated/messages.en.json').then((module) => module.default as Messages);
  const [{ registry }, { clientDomain: domain }] = await Promise.all([
    import('src/generated/registry.client.ts'),
    import('src/domain/client.ts'),
  ]);
  const messages = first.then(({ default: sent }) => withSharedMessages(messagesOfTree(sent), registry));
  const site = readSiteConfiguration(document);
  if (!site) {
    const { drawUnsupported } = await drawing;
    drawUnsupported(root, (await messages)['app.noConfiguration'] ?? '');
    return;
  }
  applyTheme(site.colours, lastDark() ?? window.matchMedia(DARK_DEVICE).matches);
  const client = createClient({ registry, site, domain, messages, allMessages });
  askAhead(client);
  const [{ drawPage }] = await Promise.all([drawing, sheets(), client.intl.arrived]);
  drawPage(root, client);
  registerServiceWorker((thrown) => client.alerts.error(thrown));
};

const pageRoot = document.getElementById('app');
if (pageRoot) {
  startPage(pageRoot).catch((thrown: unknown) => {
    // Words of its own: the messages may be what did not arrive.
    const said = document.querySelector<HTMLTemplateElement>('#not-loaded')?.content.cloneNode(true);
    pageRoot.replaceChildren(...(said ? [said] : []));
    console.error(thrown);
  });
}
