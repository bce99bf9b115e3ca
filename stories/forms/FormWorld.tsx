// Client for forms in stories and tests: the whole client over a scripted server, with one book to edit or a new one.

import { useLayoutEffect, type ReactNode } from 'react';
import { IntlProvider } from 'react-intl';
import type { ItemDraft } from 'src/client/stores/ItemDraft.ts';
import { setUpIcons } from 'src/client/ui/icons.ts';
import { applyTheme } from 'src/client/ui/theme.ts';
import { ClientContext } from 'src/client/useClient.ts';
import type { Item, Json } from 'src/model/item/Item.ts';
import {
  createScriptedClient,
  type ScriptedClient,
  type ScriptedClientOptions,
} from 'stories/scripted/createScriptedClient.ts';
import { scriptedItem } from 'stories/scripted/ScriptedServer.ts';
import { toyItems } from 'stories/scripted/toyItems.ts';
import toyMessages from 'tests/toy/generated/messages.en.json' with { type: 'json' };

// The engine's own messages, read from the declarations. A new message appears without compiling first.
const services = import.meta.glob<Readonly<Record<string, string>>>('/schemas/engine/messages.*.en.json', {
  eager: true,
  import: 'default',
});

export const MESSAGES: Readonly<Record<string, string>> = Object.assign({}, toyMessages, ...Object.values(services));

setUpIcons();

/** Invented values for every property kind. */
export const FULL_BOOK: Readonly<Record<string, Json>> = {
  $access: 'PROTECTED',
  shelf: 'Shelf-1',
  title: 'Amber atlas of the winding river',
  titleT: { en: 'Amber atlas', fr: 'Atlas ambré' },
  spoken: 'hən̓q̓əmin̓əm̓',
  summary: 'Maps drawn from memory.\nThe second part is missing.',
  state: 'ACTIVE',
  genres: ['ATLAS', 'TAPES', '$other:Letters home'],
  year: 1931,
  weight: 1.25,
  fragile: true,
  bought: '2024-08-05',
  printed: '1931-03',
  seen: '2024-08-05T16:30:00.000Z',
  opens: '09:30',
  email: 'reader@sample.test',
  phone: '16045550134 ext 12',
  link: 'https://sample.test/books/amber',
  colour: '#c87619',
  place: { type: 'Point', coordinates: [-123.1, 49.25] },
  sequels: ['Book-2', 'Book-3'],
  files: ['Attachment-1', 'Attachment-2'],
  size: { height: 24.5, width: 17 },
  parts: [{ name: 'The upper river', pages: 120 }, { name: 'The delta' }],
  price: 40,
  privateNotes: 'Ask before lending.',
};

/** Invalid values for every rule that a form can check. */
export const WRONG_BOOK: Readonly<Record<string, Json>> = {
  title: 'x'.repeat(301),
  year: -3,
  weight: 'heavy',
  bought: '2024-13-40',
  printed: 'long ago',
  email: 'nobody',
  phone: '12',
  link: 'ftp://sample.test',
  colour: 'red',
  place: { type: 'Point', coordinates: [null, 49] },
  parts: [{ pages: 0 }],
  size: { height: 'tall' },
  price: -1,
};

const attachment = (number: number, name: string, filetype: string): Item =>
  scriptedItem(`Attachment-${number}`, { originalName: name, filetype, size: 48_000 * number });

const worldItems = (book: Readonly<Record<string, Json>>): readonly Item[] => [
  ...toyItems,
  scriptedItem('Book-90', book),
  attachment(1, 'river-map.png', 'image/png'),
  attachment(2, 'index of places.pdf', 'application/pdf'),
];

export interface FormWorldClient {
  readonly client: ScriptedClient;
  readonly draft: ItemDraft;
}

/** Creates a client with a book of these properties to edit, or with a new book when there are none. */
export const createFormWorld = (
  book: Readonly<Record<string, Json>> | undefined,
  options: ScriptedClientOptions = {},
): FormWorldClient => {
  const items = worldItems(book ?? {});
  const client = createScriptedClient({ items, messages: MESSAGES, ...options });
  client.items.put(items);
  return { client, draft: book === undefined ? client.drafts.fresh('Book', '1', {}) : client.drafts.of('Book-90') };
};

export const World = ({
  client,
  children,
  locale = 'en',
}: {
  readonly client: ScriptedClient;
  readonly children: ReactNode;
  readonly locale?: string;
}) => {
  // The preview sets the theme as a class of the body. The colours of the skin follow the theme.
  useLayoutEffect(() => applyTheme(client.site.colours, document.body.classList.contains('bp6-dark')), [client]);
  return (
    <ClientContext value={client}>
      <IntlProvider locale={locale} messages={MESSAGES} onError={() => {}}>
        <main style={{ maxInlineSize: 760, marginInline: 'auto' }}>{children}</main>
      </IntlProvider>
    </ClientContext>
  );
};
