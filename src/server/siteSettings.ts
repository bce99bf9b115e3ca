// Settings of the site: the allowed content of the SITE_CONFIG file, with every default and limit next to its source. Read by config.ts
// only. Unknown names are refused, so that a misspelt setting stops the start instead of being ignored.

import { Ajv, type ErrorObject } from 'ajv';
import { isTimeZone } from 'src/model/calendar/dayIn.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { SiteConfiguration } from 'src/model/generated/wire.ts';
import { baseMapFaults, BASE_MAPS_SCHEMA } from 'src/server/baseMaps.ts';
import { DEFAULT_LIMITS, type Limits } from 'src/server/limits.ts';

export interface SiteSettings {
  /** Sent to every browser; `version`, `timeZone` and `undoDays` are added at the start. */
  readonly site: Omit<SiteConfiguration, 'version' | 'keyCaps' | 'timeZone' | 'undoDays'> & {
    /** Key capabilities of this installation; null means all that a screen asks for. */
    readonly keyCaps: readonly string[] | null;
  };
  /** Further origins that may open the socket. */
  readonly allowedOrigins: readonly string[];
  /** Addresses or CIDR blocks of proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[];
  readonly tokenMinutes: number;
  readonly sessionHours: number;
  /** Users who have only ordinary rights until they present a second factor. */
  readonly requireSecondFactor: 'nobody' | 'administrators';
  /** Help on the spot, which `site.assist` offers. */
  readonly assist: {
    /** Days that a recording is kept. */
    readonly recordingDays: number;
    /** Addresses of STUN servers, such as `stun:stun.example.org:3478`; empty on one network. */
    readonly stun: readonly string[];
    /** Addresses of TURN servers, such as `turns:turn.example.org:5349`. */
    readonly turn: readonly string[];
    /** Secret that the TURN servers share with this one (`use-auth-secret` of coturn). */
    readonly turnSecret: string | null;
    /** Minutes for which a name and password of a TURN server are valid. */
    readonly turnMinutes: number;
  };
  /** Paper size of letters, as PDF and as Word documents. */
  readonly paper: 'LETTER' | 'A4';
  /** IANA time zone in which "today", months and ranges of dates are counted. */
  readonly timeZone: string;
  readonly limits: Limits;
}

/** A canoe. */
const STANDARD_MARK = 'M2 12c3 5 17 5 20 0-3 2-17 2-20 0zM12 4v9M9 6c2-2 4-2 6 0';

export const DEFAULT_SETTINGS: SiteSettings = {
  site: {
    siteName: 'Our Community',
    subtitle: 'Community {product}',
    product: 'Knowledge Keeper',
    defaultBounds: [-141, 48, -53, 70],
    registration: 'invited',
    disableRecaptcha: true,
    assist: false,
    wsMaxMsgSize: 1_048_576,
    httpTimeout: 60_000,
    wsTimeout: 60_000,
    cmd: null,
    keyCaps: null,
    dedicated: false,
    migratedFromCKK1: false,
    introduction: null,
    mark: STANDARD_MARK,
    supportEmail: null,
    tokenCookie: null,
    colours: {
      light: { header: '#424242', primary: '#1976D2', secondary: '#424242', accent: '#FDD835' },
      dark: { header: '#424242', primary: '#0F60B1', secondary: '#424242', accent: '#F9A825' },
    },
    baseMaps: [],
    periods: [],
  },
  allowedOrigins: [],
  trustedProxies: [],
  tokenMinutes: 60,
  sessionHours: 168,
  requireSecondFactor: 'nobody',
  assist: { recordingDays: 30, stun: [], turn: [], turnSecret: null, turnMinutes: 60 },
  paper: 'LETTER',
  timeZone: 'UTC',
  limits: DEFAULT_LIMITS,
};

type Schema = Readonly<Record<string, unknown>>;

const TEXT_OR_NULL = { type: ['string', 'null'] };

const YEAR_SCHEMA = { type: 'integer', minimum: -9_999, maximum: 3_999 };
const PERIODS_SCHEMA: Schema = {
  type: 'array',
  maxItems: 60,
  items: {
    type: 'object',
    properties: {
      name: {
        type: 'object',
        minProperties: 1,
        additionalProperties: { type: 'string', minLength: 1, maxLength: 200 },
      },
      from: YEAR_SCHEMA,
      to: YEAR_SCHEMA,
    },
    required: ['name'],
    additionalProperties: false,
  },
};

/** Schemas of settings whose default does not describe all allowed values, by JSON pointer. */
const TAKES: Readonly<Record<string, Schema>> = {
  '/requireSecondFactor': { enum: ['nobody', 'administrators'] },
  '/assist/turnSecret': { ...TEXT_OR_NULL, minLength: 16 },
  '/paper': { enum: ['LETTER', 'A4'] },
  '/site/registration': { enum: ['open', 'invited', 'closed'] },
  '/site/cmd': TEXT_OR_NULL,
  '/site/tokenCookie': TEXT_OR_NULL,
  '/site/introduction': TEXT_OR_NULL,
  '/site/mark': { type: 'string', maxLength: 2000, pattern: '^[MmLlHhVvCcSsQqTtAaZz0-9 ,.eE+-]+$' },
  '/site/keyCaps': { type: ['array', 'null'], items: { type: 'string' } },
  '/site/supportEmail': { ...TEXT_OR_NULL, pattern: String.raw`^[^\s@?&]+@[^\s@?&]+$` },
  '/site/baseMaps': BASE_MAPS_SCHEMA,
  '/site/periods': PERIODS_SCHEMA,
  '/site/defaultBounds': { type: 'array', items: { type: 'number' }, minItems: 4, maxItems: 4 },
};
/** A period ends in the year it begins in or later. */
const periodFaults = ({ periods }: Pick<SiteConfiguration, 'periods'>): string[] =>
  periods.flatMap(({ from = -Infinity, to = Infinity }, at) =>
    from > to ? [`/site/periods/${at}/to is before /from`] : [],
  );

const ICE_ADDRESS = /^(stuns?|turns?):[A-Za-z0-9.-]+(:\d{1,5})?(\?transport=(udp|tcp))?$/;

const assistFaults = ({ stun, turn, turnSecret }: SiteSettings['assist']): string[] => [
  ...[...stun, ...turn].flatMap((address) =>
    ICE_ADDRESS.test(address) ? [] : [`/assist: ${address} is not an address such as turn:turn.example.org:3478`],
  ),
  ...(turn.length > 0 && turnSecret === null ? ['/assist/turnSecret is missing'] : []),
];

const COLOUR = { type: 'string', pattern: '^#[0-9A-Fa-f]{6}$' };

/** Returns the schema of values that may replace a default: a value of its type, or some members of an object and no others. */
const settingSchema = (standard: unknown, path = ''): Schema => {
  const takes = TAKES[path];
  if (takes) return takes;
  if (typeof standard === 'number') return { type: 'number', exclusiveMinimum: 0 };
  if (typeof standard === 'string' && path.startsWith('/site/colours/')) return COLOUR;
  if (Array.isArray(standard)) return { type: 'array', items: { type: 'string' } };
  if (typeof standard !== 'object' || standard === null) return { type: typeof standard };
  const members = Object.entries(standard).map(
    ([name, each]) => [name, settingSchema(each, `${path}/${name}`)] as const,
  );
  return { type: 'object', additionalProperties: false, properties: Object.fromEntries(members) };
};

const settingFault = ({ instancePath, keyword, params, message }: ErrorObject): string =>
  keyword === 'additionalProperties'
    ? `${instancePath}/${String(params['additionalProperty'])} is not a setting`
    : `${instancePath} ${message ?? ''}`.trim();

const overlaidSettings = (standard: unknown, given: unknown): unknown => {
  if (typeof standard !== 'object' || standard === null || Array.isArray(standard)) return given;
  const members = Object.entries(given as object).map(
    ([name, each]) => [name, overlaidSettings((standard as Schema)[name], each)] as const,
  );
  return { ...standard, ...Object.fromEntries(members) };
};

/** The defaults with the file's settings over them. Throws an Error that names the setting at fault by its JSON pointer. */
export const siteSettings = (given: Json): SiteSettings => {
  const validate = new Ajv({ allowUnionTypes: true, validateSchema: false }).compile(settingSchema(DEFAULT_SETTINGS));
  if (!validate(given)) throw new Error((validate.errors ?? []).map(settingFault).join('; '));
  const settings = overlaidSettings(DEFAULT_SETTINGS, given) as SiteSettings;
  const faults = [
    ...baseMapFaults(settings.site.baseMaps),
    ...periodFaults(settings.site),
    ...assistFaults(settings.assist),
    ...(isTimeZone(settings.timeZone) ? [] : ['/timeZone is not a time zone such as America/Vancouver']),
  ];
  if (faults.length > 0) throw new Error(faults.join('; '));
  return settings;
};
