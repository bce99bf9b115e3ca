// Theme colours of the site configuration as CSS variables on the page, and the dark class. Called by App and by stories.
// Everything else of the skin stands in skin.css; no component sets a colour of its own.

import type { SiteColours, SiteConfiguration } from 'src/model/generated/wire.ts';
import { recall, remember } from 'src/client/ui/deviceMemory.ts';
import { darker, readableAs, readableOn } from 'src/client/ui/contrast.ts';

const PAPER = { light: '#e8f1fb', dark: '#2f343c' } as const;

const variables = (colours: SiteColours, dark: boolean): Readonly<Record<string, string>> => {
  const paper = dark ? PAPER.dark : PAPER.light;
  return {
    '--kk-header': colours.header,
    '--kk-on-header': readableOn(colours.header),
    '--kk-primary': colours.primary,
    '--kk-on-primary': readableOn(colours.primary),
    '--kk-link': readableAs(colours.primary, paper),
    '--kk-secondary': colours.secondary,
    '--kk-on-secondary': readableOn(colours.secondary),
    '--kk-accent': colours.accent,
    '--kk-on-accent': readableOn(colours.accent),
    '--bp-intent-primary-rest': colours.primary,
    '--bp-intent-primary-hover': darker(colours.primary, 0.14),
    '--bp-intent-primary-active': darker(colours.primary, 0.28),
    '--bp-intent-primary-foreground': readableOn(colours.primary),
  };
};

const KEY = 'Theme';

/** What the page wore last on this device: right for whoever is still signed in, before the server has said who that is. */
export const lastDark = (): boolean | undefined => {
  const last = recall(KEY);
  return last === undefined ? undefined : last === 'dark';
};

/** Puts the theme on the page; idempotent. */
export const applyTheme = (colours: SiteConfiguration['colours'], dark: boolean): void => {
  const { body, documentElement } = document;
  remember(KEY, dark ? 'dark' : 'light');
  body.classList.toggle('bp6-dark', dark);
  documentElement.style.colorScheme = dark ? 'dark' : 'light';
  for (const [name, value] of Object.entries(variables(dark ? colours.dark : colours.light, dark))) {
    // On the body, where Blueprint's dark class redefines its own tokens.
    body.style.setProperty(name, value);
  }
};
