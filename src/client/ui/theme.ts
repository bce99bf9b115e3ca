// Theme colours of the site configuration as CSS variables on the page, and the dark class. Called by App and by
// stories. Everything else of the skin is in skin.css; no component sets a colour of its own.

import { recall, remember } from 'src/client/ui/deviceMemory.ts';
import type { SiteColours, SiteConfiguration } from 'src/model/generated/wire.ts';

// Colours from the site configuration are a community's choice; text on and in them must still be readable.
// Called by theme.ts. Numbers: WCAG 2.2, relative luminance and contrast ratio.
type Rgb = readonly [number, number, number];

const HEX = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i;

const parsedColour = (hex: string): Rgb | undefined => {
  const digits = HEX.exec(hex)?.[1];
  if (digits === undefined) return undefined;
  const long = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  const part = (at: number): number => Number.parseInt(long.slice(at, at + 2), 16);
  return [part(0), part(2), part(4)];
};

const hexColour = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

const linear = (part: number): number => {
  const share = part / 255;
  return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

const luminance = ([red, green, blue]: Rgb): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

const ratio = (a: Rgb, b: Rgb): number => {
  const [light, dark] = [luminance(a), luminance(b)].sort((one, two) => two - one) as [number, number];
  return (light + 0.05) / (dark + 0.05);
};

const mix = (from: Rgb, to: Rgb, share: number): Rgb => {
  const part = (at: 0 | 1 | 2): number => from[at] + (to[at] - from[at]) * share;
  return [part(0), part(1), part(2)];
};

const WHITE: Rgb = [255, 255, 255];
const INK: Rgb = [28, 33, 39];

const BLACK_RGB: Rgb = [0, 0, 0];

/** Returns the text colour for a background: white or ink, or black where neither of them reaches 4.5 : 1. */
export const readableOn = (background: string): string => {
  const colour = parsedColour(background);
  if (!colour) return hexColour(WHITE);
  const [best = WHITE] = [WHITE, INK].toSorted((one, two) => ratio(two, colour) - ratio(one, colour));
  return hexColour(ratio(best, colour) >= 4.5 ? best : BLACK_RGB);
};

/** The colour moved towards black or white until it reads as text on the background (4.5 : 1). */
export const readableAs = (colour: string, background: string): string => {
  const [ink, paper] = [parsedColour(colour), parsedColour(background)];
  if (!ink || !paper) return colour;
  const target: Rgb = luminance(paper) > 0.18 ? [0, 0, 0] : WHITE;
  for (let share = 0; share < 1; share += 0.05) {
    const tried = mix(ink, target, share);
    if (ratio(tried, paper) >= 4.5) return hexColour(tried);
  }
  return hexColour(target);
};

/** A shade towards black, for hover and pressed states. */
const darker = (colour: string, share: number): string => {
  const rgb = parsedColour(colour);
  return rgb ? hexColour(mix(rgb, [0, 0, 0], share)) : colour;
};

/** Darkest background of a link: the row that is open. */
const PAPER_COLOURS = { light: '#eaf2fb', dark: '#1b2f45' } as const;

/** A dark header is part of the dark page; a light one stays as the community has chosen it. */
const headerOf = (header: string, dark: boolean): string =>
  dark && readableOn(header) === hexColour(WHITE) ? darker(header, 0.42) : header;

/** Returns the variables of the page, or of a part that shows the other theme. */
export const themeVariables = (colours: SiteColours, dark: boolean): Readonly<Record<string, string>> => {
  const paper = dark ? PAPER_COLOURS.dark : PAPER_COLOURS.light;
  return {
    '--kk-header': headerOf(colours.header, dark),
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

const THEME_KEY = 'Theme';

/**
 * Returns the last theme on this device: correct for a person who is still signed in, before the server has answered.
 */
export const lastDark = (): boolean | undefined => {
  const last = recall(THEME_KEY);
  return last === undefined ? undefined : last === 'dark';
};

/** Puts the theme on the page; idempotent. */
export const applyTheme = (colours: SiteConfiguration['colours'], dark: boolean): void => {
  const { body, documentElement } = document;
  remember(THEME_KEY, dark ? 'dark' : 'light');
  body.classList.toggle('bp6-dark', dark);
  documentElement.style.colorScheme = dark ? 'dark' : 'light';
  for (const [name, value] of Object.entries(themeVariables(dark ? colours.dark : colours.light, dark))) {
    // Set on the body, where Blueprint's dark class redefines its own tokens.
    body.style.setProperty(name, value);
  }
};
