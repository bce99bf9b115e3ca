// The whole page in a story: the real client over a scripted server, in the theme of the toolbar, at an address.

import { reaction } from 'mobx';
import { useEffect, useState } from 'react';
import { App } from 'src/client/App.tsx';
import 'src/client/ui/fonts.css';
import 'src/client/ui/skin.css';
import { setUpIcons } from 'src/client/ui/icons.ts';
import type { Json } from 'src/model/item/Item.ts';
import {
  createScriptedClient,
  type ScriptedClient,
  type ScriptedClientOptions,
} from 'stories/scripted/createScriptedClient.ts';
import { scriptedItem } from 'stories/scripted/ScriptedServer.ts';
import { toyItems } from 'stories/scripted/toyItems.ts';
import { fixtures } from 'tests/toy/generated/fixtures.ts';

setUpIcons();

const WORDS = ['Carving', 'Landing', 'Winter', 'Portage', 'River', 'Names', 'Journey', 'ᓀᐦᐃᔭᐍᐏᐣ', 'hən̓q̓əmin̓əm̓'];
const LEVELS = ['PUBLIC', 'COMMUNITY', 'PROTECTED', 'PRIVATE'];
const LONG = ' with a very long name that goes on because somebody wrote everything they knew into it';

const label = (at: number): string => WORDS[at % WORDS.length] ?? '';

const properties = (at: number): Readonly<Record<string, Json>> => ({
  ...fixtures.Book?.full,
  title: `${label(at)} of the ${label(at * 5 + 2)}${at % 7 === 3 ? LONG : ''}`,
  shelf: `Shelf-${(at % 2) + 1}`,
  year: 1700 + ((at * 37) % 320),
  state: ['ACTIVE', 'DRAFT', 'ARCHIVED'][at % 3] ?? 'ACTIVE',
  $access: LEVELS[at % 4] ?? 'COMMUNITY',
  sequels: at > 1 ? [`Book-${99 + at}`] : [],
});

/** A library that fills every display and every level. */
export const manyItems = [
  ...toyItems,
  ...Array.from({ length: 120 }, (_, at) => scriptedItem(`Book-${at + 100}`, properties(at))),
  scriptedItem('Attachment-1', { originalName: 'landing.png', filetype: 'image/png', size: 48_000 }),
];

export interface AppWorldProps extends ScriptedClientOptions {
  readonly dark?: boolean;
  /** Done once the user is signed in. */
  readonly whenReady?: (client: ScriptedClient) => void;
}

const start = ({ dark, user, ...options }: AppWorldProps): ScriptedClient => {
  localStorage.setItem('Cookies-Accepted', 'true');
  return createScriptedClient({
    items: manyItems,
    ...options,
    user: user === null ? null : { dark: dark ?? false, ...user },
  });
};

export const AppWorld = (props: AppWorldProps) => {
  const [client] = useState(() => start(props));
  const { whenReady } = props;
  useEffect(() => {
    const stop = reaction(
      () => client.session.state === 'USER_VALID',
      (valid) => valid && whenReady?.(client),
      { fireImmediately: true },
    );
    return stop;
  }, [client, whenReady]);
  return <App client={client} />;
};

/** The theme chosen in the toolbar, for a story's render function. */
export const isDark = (globals: Readonly<Record<string, unknown>>): boolean => globals.theme === 'dark';
