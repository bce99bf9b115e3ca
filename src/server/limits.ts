// Limits of clients (bytes, requests, sockets, time), with the reason for each number. A limit of one feature is defined in that feature.
// DEFAULT_LIMITS contains the limits that an operator can change as `limits.…` in SITE_CONFIG; the others are fixed. docs/OPERATIONS.md
// (Limits) explains both to operators.

import type { Query, SubQuery } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { operationRule } from 'src/model/wire/operationRule.ts';

export const MIN_PASSWORD_LENGTH = 10;

/** A token bucket: `perSecond` refills it up to `burst`. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

const KIBIBYTE = 1_024;
/** Limit of reported errors: a longer list would mainly help an attacker who probes. */
export const MAX_REPORTED_ERRORS = 50;

export const MEBIBYTE = 1_024 * KIBIBYTE;
const MINUTES_15 = 15 * 60;

export interface Limits {
  /** Body of one HTTP request of a signed-in caller. */
  readonly httpMaxBytes: number;
  /** Body of one HTTP request of a visitor, whose every operation is a question. */
  readonly visitorMaxBytes: number;
  readonly search: Rate;
  readonly write: Rate;
  /** Tiles of maps: a view of a map is about 20 of each of its layers. */
  readonly tile: Rate;
  /** Features of one layer that a map is sent one by one; tiles show a layer with more. */
  readonly mapFeatures: number;
  /** Exports that are begun. */
  readonly export: Rate;
  /** Everything else, so that no operation is without a limit. */
  readonly other: Rate;
  readonly signInPerAccount: Rate;
  readonly signInPerAddress: Rate;
  /** Frames and requests, counted before they are read: also pings, broken and refused ones. Per process. */
  readonly frames: Rate;
  /** Bytes of signed-in callers, counted before they are parsed. A full bucket takes one body of any size. Per process. */
  readonly bytes: Rate;
  readonly visitorBytes: Rate;
  /** Bearer tokens that this process has not accepted before, counted per address before they are verified. Per process. */
  readonly unknownTokens: Rate;
  /** Refused frames of one socket; beyond it the socket is closed: no honest client is refused a hundred times. */
  readonly refusedFrames: Rate;
  /** Sockets that have not signed in; those that have count for their user. */
  readonly socketsPerAddress: number;
  readonly socketsPerUser: number;
  /** Sockets that have not signed in, from everywhere: each may fill UNSIGNED_SOCKET.bytes. */
  readonly socketsNotSignedIn: number;
  /** Bytes waiting for a slow client before it is cut off. */
  readonly bufferedBytes: number;
  /** The same over all sockets of one user, and of this process. */
  readonly bufferedBytesPerUser: number;
  readonly bufferedBytesInAll: number;
  /** One uploaded file. */
  readonly uploadMaxBytes: number;
  /** Bytes of uploads, counted per user before they are taken. A full bucket takes one request of any size. Per process. */
  readonly upload: Rate;
  /** Parts of one user's uploads that arrive side by side. Our own page sends three from each tab. Per process. */
  readonly uploadParts: number;
  /** Uploads of one user that no item has taken yet, and their bytes in all, also those still to come. */
  readonly uploadsPerUser: number;
  readonly uploadBytesPerUser: number;
  readonly imagePixels: number;
  /** Smaller copies of images that wait to be made for one person; two are made at a time, one of each person. */
  readonly imagesWaiting: number;
  /** Days in which a deletion may be undone; its values are kept as long. */
  readonly undoDays: number;
  /** Days that notices, and events that are not for the record, are kept. */
  readonly noticeDays: number;
  readonly eventDays: number;
  /** Days that entries of the log of administrators are kept. */
  readonly logDays: number;
  /** Tasks of one user that are not over. */
  readonly tasksPerUser: number;
  /** Items that one task changes, deletes or takes files from. */
  readonly itemsPerTask: number;
  /** Files of one zip of attachments, and their bytes; what is beyond is left out, and its list of contents says so. */
  readonly zipFiles: number;
  readonly zipBytes: number;
  /** Exports that are written at the same time, of one user and in all. Per process. */
  readonly exportsPerUser: number;
  readonly exportsInAll: number;
  /** An export whose client reads nothing for this time loses its slot when another request needs one. */
  readonly exportIdleMs: number;
  /** Zips of one user that are kept or under way. */
  readonly zipsPerUser: number;
  /** Bytes of all of them together. */
  readonly zipBytesPerUser: number;
  /** Rows that the check of the search index compares in a minute. Per process. */
  readonly checkedRowsPerMinute: number;
}

export const DEFAULT_LIMITS: Limits = {
  httpMaxBytes: 16 * MEBIBYTE,
  visitorMaxBytes: 64 * KIBIBYTE,
  // The front page asks about 30 times, so that a person can open several tabs at once.
  search: { perSecond: 10, burst: 200 },
  write: { perSecond: 10, burst: 50 },
  tile: { perSecond: 100, burst: 1_000 },
  mapFeatures: 10_000,
  export: { perSecond: 0.2, burst: 30 },
  other: { perSecond: 100, burst: 1000 },
  signInPerAccount: { perSecond: 5 / MINUTES_15, burst: 5 },
  signInPerAddress: { perSecond: 20 / MINUTES_15, burst: 20 },
  // Higher than the sum of search, write and other, so that it refuses only requests that those do not count. Tiles are not sent as frames.
  frames: { perSecond: 200, burst: 2_000 },
  bytes: { perSecond: 4 * MEBIBYTE, burst: 16 * MEBIBYTE },
  visitorBytes: { perSecond: 256 * KIBIBYTE, burst: MEBIBYTE },
  // All users behind one address may sign in or change their token at once; a forger's share of the processor stays below 1 %.
  unknownTokens: { perSecond: 50, burst: 1_000 },
  refusedFrames: { perSecond: 1, burst: 100 },
  socketsPerAddress: 200,
  socketsPerUser: 50,
  socketsNotSignedIn: 1_000,
  bufferedBytes: 4 * MEBIBYTE,
  bufferedBytesPerUser: 16 * MEBIBYTE,
  bufferedBytesInAll: 256 * MEBIBYTE,
  uploadMaxBytes: 2 * 1_024 * MEBIBYTE,
  upload: { perSecond: 16 * MEBIBYTE, burst: 256 * MEBIBYTE },
  uploadParts: 12,
  uploadsPerUser: 500,
  uploadBytesPerUser: 8 * 1_024 * MEBIBYTE,
  imagePixels: 60_000_000,
  imagesWaiting: 64,
  undoDays: 30,
  noticeDays: 180,
  eventDays: 730,
  logDays: 730,
  tasksPerUser: 20,
  itemsPerTask: 100_000,
  // Stays below 4 GiB and 65,535 files: larger zips need a 64-bit extension, which the archive program of macOS cannot read.
  zipFiles: 20_000,
  zipBytes: 4_000_000_000,
  exportsPerUser: 2,
  // Each export uses a pooled database connection for about half of its run time.
  exportsInAll: 6,
  // A part of the file within this time is 50 kbit/s.
  exportIdleMs: 10_000,
  zipsPerUser: 5,
  zipBytesPerUser: 8_000_000_000,
  // A block of 500 rows takes the worker about 5 ms; a million rows take five and a half hours.
  checkedRowsPerMinute: 3_000,
};

/** One request, all its statements together: half of what a client waits, so that the client gets the reason. */
export const REQUEST_TIMEOUT_MS = 30_000;

/** Limits of a client before `tokenAuth`, which needs a token and a few pings. */
export const UNSIGNED_SOCKET = {
  timeoutMs: 5_000,
  frames: 32,
  frameBytes: 16 * KIBIBYTE,
  bytes: 64 * KIBIBYTE,
} as const;

/** Requests of one socket under way; beyond it the socket is not read until half of them are answered. */
export const REQUESTS_UNDER_WAY = 64;
/** A socket that answers no ping for this long is closed. */
export const SILENCE_TIMEOUT_MS = 60_000;
export const HEARTBEAT_MS = 10_000;
/** A message in more pieces than this is an attack. */
export const FRAGMENTS_PER_MESSAGE = 1_024;
/** A socket with more waiting bytes than this has the sums of its user and of the process looked at. */
export const BUFFERED_BYTES_TO_SUM = 256 * KIBIBYTE;

/**
 * The server stops within STOP_TIMEOUT_MS, independently of clients: requests in progress get `requests`, closing handshakes of sockets
 * `goodbye`, and the database the rest.
 */
export const STOP_TIMEOUT_MS = 9_500;
export const STOP_PARTS_MS = { requests: 4_000, goodbye: 1_000 } as const;

/**
 * Searches for more ids than this, such as "all", run one at a time, and only this many may wait: four at once at 100,000 items would all
 * end in `timeout`, together with the searches of others.
 */
export const LONG_SEARCH = { ids: 5_000, waiting: 8, retryAfterS: 5 } as const;

/** Tasks that one process runs at a time, each on one connection. A further one waits; a short one among them is over in a second. */
export const TASKS_AT_A_TIME = 3;

const COMMON_BODY_BYTES = MEBIBYTE;

/** Size of 20,000 ids, or of a query without ids. */
export const EXPORT_BODY_BYTES = MEBIBYTE;

/** Returns the maximum length of an operation's envelope in characters. Only writes may be long. */
export const maxEnvelopeLength = (operation: string): number =>
  operationRule(operation)?.limit === 'write' ? Number.POSITIVE_INFINITY : COMMON_BODY_BYTES;

/** Tokens for a value list: a search, and up to 20,000 values read. */
export const LIST_COST = 5;

/** Work that one token pays for. A request costs one token, and one more for each of these parts. */
const PER_TOKEN = {
  bytes: 64 * KIBIBYTE,
  itemsRead: 50,
  rightsAsked: 200,
  grantsRead: 20,
  ids: 20_000,
  facets: 10,
  /** Counts without ids: each walks the items of its types once, as a facet does. */
  counts: 10,
  taskItems: 1_000,
  /** Words of typed texts: each is looked up by itself in every type that is searched. */
  words: 20,
};

const arrayLength = (value: Json | undefined): number => (Array.isArray(value) ? value.length : 0);

const unitsPerToken = (all: number, perToken: number): number => Math.floor(all / perToken);

const rightsAsked = (body: Json | undefined): number =>
  (Array.isArray(body) ? (body as readonly Json[]) : [body ?? null]).reduce<number>(
    (sum, question) => sum + 1 + arrayLength((question as { actions?: Json } | null)?.actions),
    0,
  );

const grantsRead = (body: Json | undefined): number => {
  const { grantsFor } = (body ?? {}) as { grantsFor?: Readonly<Record<string, Json>> };
  return Object.values(grantsFor ?? {}).reduce<number>((sum, numbers) => sum + arrayLength(numbers), 0);
};

/** Words of all typed texts in the body, those of sub-queries and facets included. */
const wordCount = (value: Json | undefined, isTyped = false): number => {
  if (typeof value === 'string') return isTyped ? value.split(/\s+/u).length : 0;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce((sum, [name, each]) => sum + wordCount(each, isTyped || name === 'text'), 0);
};

const namesTypes = ({ must, ids }: Partial<Query>): boolean => ids !== undefined || must?.['_t'] !== undefined;

/**
 * Cost of a search: "all" and long pages by their length, twice with labels; facets by their number; typed texts by their words. A search of
 * all types costs one more: it walks the items of each.
 */
export const costOfSearch = (body: Json | undefined): number => {
  const { max = 0, labels, facets } = (body ?? {}) as Partial<Query>;
  const ids = unitsPerToken(Math.min(Number(max) || 0, 100_000), PER_TOKEN.ids) * (labels === true ? 2 : 1);
  const everywhere = namesTypes((body ?? {}) as Partial<Query>) ? 0 : 1;
  const texts = unitsPerToken(wordCount(body), PER_TOKEN.words);
  return 1 + ids + everywhere + texts + unitsPerToken(arrayLength(facets as Json | undefined), PER_TOKEN.facets);
};

/** Filter keys that PostgreSQL evaluates instead of the search columns. */
const ASKED_OF_POSTGRESQL: ReadonlySet<string> = new Set(['text', 'inArea', 'starred', 'unreadMessages']);

/** A dotted key may follow a relation, which is a sub-query in short. */
const isHardKey = (key: string): boolean => ASKED_OF_POSTGRESQL.has(key) || key.includes('.');

const isHard = (body: Json | null | undefined): boolean => {
  const { must, should, mustNot, subs, subsShould } = (body ?? {}) as Partial<SubQuery>;
  const keys = [must, should, mustNot].flatMap((filters) => Object.keys(filters ?? {}));
  const follows = [subs, subsShould].some((each) => Object.keys(each ?? {}).length > 0);
  return follows || keys.some(isHardKey);
};

/**
 * Returns the cost of several counts in tokens. A count that compares texts or areas, follows relations, or reads personal data costs as
 * much as a search.
 */
export const costOfCounts = (body: Json | undefined): number => {
  const { queries } = (body ?? {}) as { queries?: Readonly<Record<string, Json>> | null };
  const weights = Object.values(queries ?? {}).map((query) => (isHard(query) ? PER_TOKEN.counts : 1));
  const weight = weights.reduce((sum, each) => sum + each, 0);
  return 1 + Math.max(0, unitsPerToken(weight - 1, PER_TOKEN.counts)) + unitsPerToken(wordCount(body), PER_TOKEN.words);
};

export const costOfItems = (body: Json | undefined): number =>
  1 + unitsPerToken(arrayLength(body), PER_TOKEN.itemsRead);

export const costOfQuestions = (body: Json | undefined): number =>
  1 + unitsPerToken(rightsAsked(body), PER_TOKEN.rightsAsked);

export const costOfGrants = (body: Json | undefined): number =>
  1 + unitsPerToken(grantsRead(body), PER_TOKEN.grantsRead);

export const costOfTask = (body: Json | undefined): number =>
  1 + unitsPerToken(arrayLength((body as { ids?: Json } | null | undefined)?.ids), PER_TOKEN.taskItems);

/** Cost of asking for so many rights, in tokens. */
export const costOfRights = (rights: number): number => 1 + unitsPerToken(rights, PER_TOKEN.rightsAsked);

/** Tokens that a request takes for its size, in addition to those for its work. */
export const costOfBytes = (bytes: number): number => unitsPerToken(bytes, PER_TOKEN.bytes);
