// Headers that every answer carries. The content security policy is strict: scripts and styles of our own origin only, the page's one
// script of its own by its hash, no eval, nothing from elsewhere but pictures of the base maps that the site has configured. One allowance: style *attributes* (`style-src-attr`), which the table component of the interface
// library writes to place its cells; style elements and sheets from elsewhere stay refused. No string becomes HTML or a script
// (Trusted Types), but for what the named policies let through: the page's own (client/ui/trustedScript.ts), and that of the editor of
// formatted text, which reads what is pasted in a document of its own that runs and loads nothing.

import type { FastifyReply } from 'fastify';

interface PageNeeds {
  /** Hashes of the inline scripts; no other inline script may run. */
  readonly hashes?: readonly string[];
  /** Hashes of the inline style sheets. */
  readonly sheetHashes?: readonly string[];
  /** Origins whose pictures it shows: those of the site's base maps. */
  readonly imageOrigins?: readonly string[];
}

export const pagePolicy = ({ hashes = [], sheetHashes = [], imageOrigins = [] }: PageNeeds = {}): string =>
  [
    `default-src 'none'`,
    ["script-src 'self'", ...hashes.map((hash) => `'${hash}'`)].join(' '),
    ["style-src 'self'", ...sheetHashes.map((hash) => `'${hash}'`)].join(' '),
    `style-src-attr 'unsafe-inline'`,
    // A page shows files of this device before they are sent. An address of this kind leads to data that the page itself has made.
    [`img-src 'self'`, 'blob:', ...imageOrigins].join(' '),
    `media-src 'self' blob:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `worker-src 'self'`,
    `manifest-src 'self'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types knowledge-keeper ProseMirrorClipboard`,
  ].join('; ');

/** Policy for files of users: if a browser opens one as a page, that page can do nothing. */
export const USER_FILE_POLICY = `default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; sandbox; frame-ancestors 'none'`;

/** Browser features that the page never uses, and that an injected script must not use either. */
const NO_POWERS = [
  'accelerometer',
  'browsing-topics',
  'display-capture',
  'gyroscope',
  'hid',
  'magnetometer',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
];

const HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': pagePolicy(),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // A form takes pictures and records sound, a map shows where one is, and a sign-in asks for a passkey, where the person lets it.
  'permissions-policy': [
    'camera=(self)',
    'geolocation=(self)',
    'microphone=(self)',
    'publickey-credentials-get=(self)',
    ...NO_POWERS.map((power) => `${power}=()`),
  ].join(', '),
};

/** A built file is no page: it needs none of a page's permissions, and a thin line is spared their text with each of them. */
const ASSET_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': `default-src 'none'`,
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};

/**
 * A worker has the policy that its script came with. The reader of PDF documents decodes two kinds of scanned pictures with WebAssembly,
 * which it is handed; it fetches nothing, and no string becomes code in it either.
 */
export const PDF_WORKER_POLICY = `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'`;

const isBuiltAsset = (reply: FastifyReply): boolean => String(reply.getHeader('cache-control')).includes('immutable');

export const ONE_YEAR = 31_536_000;

/** Adds what the answer does not say by itself; answers are private unless they say otherwise. */
export const addSecurityHeaders = (reply: FastifyReply, secure: boolean): void => {
  const headers = isBuiltAsset(reply) ? ASSET_HEADERS : HEADERS;
  for (const [name, value] of Object.entries(headers)) if (!reply.hasHeader(name)) reply.header(name, value);
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  if (secure) reply.header('strict-transport-security', `max-age=${ONE_YEAR}`);
};
