// The site's own settings: what the SITE_CONFIG file may say, with every default and limit beside its source.
// Read by config.ts alone; checked closed, so that a misspelt setting stops the start instead of being ignored.

import type { Json } from 'src/model/item/Item.ts';
import type { SiteConfiguration } from 'src/model/generated/wire.ts';
import { DEFAULT_LIMITS, type Limits } from 'src/server/limits.ts';

export interface SiteSettings {
  /** Sent to every browser; `version` is added at the start. */
  readonly site: Omit<SiteConfiguration, 'version' | 'keyCaps'> & {
    /** Key capabilities of this installation; null means all that a screen asks for. */
    readonly keyCaps: readonly string[] | null;
  };
  /** Further origins that may open the socket. */
  readonly allowedOrigins: readonly string[];
  /** Addresses or CIDR blocks of proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  readonly tokenMinutes: number;
  readonly sessionHours: number;
  readonly limits: Limits;
}

/** Spec platform 3 and 9; TRUST, habits. */
export const DEFAULT_SETTINGS: SiteSettings = {
  site: {
    siteName: 'Our Community',
    subtitle: 'Community {product}',
    product: 'Knowledge Keeper',
    defaultBounds: [-141, 48, -53, 70],
    disableRecaptcha: true,
    wsMaxMsgSize: 1_048_576,
    httpTimeout: 60_000,
    wsTimeout: 60_000,
    cmd: null,
    keyCaps: null,
    dedicated: false,
    migratedFromCKK1: false,
    supportEmail: null,
    tokenCookie: null,
    colours: {
      light: { header: '#424242', primary: '#1976D2', secondary: '#424242', accent: '#FDD835' },
      dark: { header: '#424242', primary: '#0F60B1', secondary: '#424242', accent: '#F9A825' },
    },
  },
  allowedOrigins: [],
  trustedProxies: [],
  tokenMinutes: 480,
  sessionHours: 168,
  limits: DEFAULT_LIMITS,
};

type Mutable = Record<string, unknown>;

const isRecord = (value: unknown): value is Mutable =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const kindOf = (value: unknown): string => {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
};

// Settings whose default says less than what they take.
const TAKES: Readonly<Record<string, (value: Json) => boolean>> = {
  '/site/cmd': (value) => value === null || typeof value === 'string',
  '/site/keyCaps': (value) =>
    value === null || (Array.isArray(value) && value.every((each) => typeof each === 'string')),
  '/site/supportEmail': (value) => value === null || (typeof value === 'string' && /^[^\s@?&]+@[^\s@?&]+$/.test(value)),
  '/site/tokenCookie': (value) => value === null || typeof value === 'string',
  '/site/defaultBounds': (value) =>
    Array.isArray(value) && value.length === 4 && value.every((each) => typeof each === 'number'),
};

const hexColour = /^#[0-9a-f]{6}$/i;

const complaintAt = (path: string, value: Json, standard: unknown): string | undefined => {
  const takes = TAKES[path];
  if (takes) return takes(value) ? undefined : 'has a wrong form';
  if (kindOf(value) !== kindOf(standard)) return `must be ${kindOf(standard)}`;
  if (typeof value === 'number' && !(Number.isFinite(value) && value > 0)) return 'must be above 0';
  if (Array.isArray(value) && !value.every((each) => typeof each === 'string')) return 'must be a list of strings';
  if (path.startsWith('/site/colours/') && !(typeof value === 'string' && hexColour.test(value)))
    return 'must be a colour such as #1976D2';
  return undefined;
};

const overlay = (path: string, standard: Mutable, given: Mutable): Mutable => {
  const result: Mutable = { ...standard };
  for (const [name, value] of Object.entries(given)) {
    const here = `${path}/${name}`;
    const before = Object.hasOwn(standard, name) ? standard[name] : undefined;
    if (before === undefined) throw new Error(`${here} is not a setting`);
    if (isRecord(before) && isRecord(value)) result[name] = overlay(here, before, value);
    else {
      const complaint = complaintAt(here, value as Json, before);
      if (complaint !== undefined) throw new Error(`${here} ${complaint}`);
      result[name] = value;
    }
  }
  return result;
};

/** The defaults with the file's settings over them. Throws an Error that names the setting at fault by its JSON pointer. */
export const siteSettings = (given: Json): SiteSettings => {
  if (!isRecord(given)) throw new Error('must be a JSON object');
  return overlay('', DEFAULT_SETTINGS as unknown as Mutable, given) as unknown as SiteSettings;
};
