// The one list of text formats. The generated validators of both worlds import it by name, so a value that passes in the
// browser passes on the server. Patterns are linear: none may backtrack on hostile text. Source: spec platform 5.

import { tryParseItemId } from 'src/model/item/itemKey.ts';

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** `2024-02-29`; the calendar decides. */
const isDate = (text: string): boolean => {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const longest = month === 2 && !isLeap(year) ? 28 : (DAYS[month - 1] ?? 0);
  return day >= 1 && day <= longest;
};

/** `14:30` or `14:30:05`, without a zone: the hour on the wall. */
const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(text);

/** `2024-02-29T14:30:00Z`, with `Z` or an offset. */
const isDateTime = (text: string): boolean => {
  const match = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::\d\d)?)(?:\.\d{1,9})?(?:Z|[+-](\d\d:\d\d))$/.exec(text);
  if (match?.[1] === undefined || match[2] === undefined) return false;
  return isDate(match[1]) && isTime(match[2]) && (match[3] === undefined || isTime(match[3]));
};

/** `1987`, `1987-05` or `1987-05-03`. */
const isPartialDate = (text: string): boolean => /^\d{4}(-(0[1-9]|1[0-2]))?$/.test(text) || isDate(text);

/** http or https, a host, no user name or password. */
const URL_PATTERN = /^https?:\/\/(?:[^\s/?#@:[\]\\<>"]+|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:[/?#][^\s<>"\\]*)?$/i;

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const EMAIL = new RegExp(`^[^\\s@"(),:;<>[\\]\\\\]{1,64}@${LABEL}(?:\\.${LABEL})+$`, 'iu');

export const isEmail = (text: string): boolean => text.length <= 254 && EMAIL.test(text) && !/^\.|\.\.|\.@/.test(text);

/** At least 7 digits, spaces or dashes, among them a digit; an extension may follow: `604 555-0134 ext 12`. */
const isPhone = (text: string): boolean =>
  /^\+?[\d\s().-]{7,40}(?:,?(?:ext|x|#)[.:]?\s?\d{1,8})?$/i.test(text) && /\d/.test(text);

/** Several lines: any text but control characters other than line breaks and tabs. */
// oxlint-disable-next-line no-control-regex -- they are what is refused
const isMultiline = (text: string): boolean => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text);

export const formats: Readonly<Record<string, (text: string) => boolean>> = {
  date: isDate,
  time: isTime,
  'date-time': isDateTime,
  'partial-date': isPartialDate,
  'item-id': (text) => tryParseItemId(text) !== undefined,
  email: isEmail,
  phone: isPhone,
  uri: (text) => URL_PATTERN.test(text),
  'hex-color': (text) => /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text),
  multiline: isMultiline,
};
