// Meaning of the number formats of Excel: whether a number is a date, and how precise, or an identifier with leading zeros.

export interface NumberFormat {
  /** Precision of the day that the format shows. */
  readonly day?: 'year' | 'month' | 'day';
  readonly hasTime: boolean;
  /** Number of digits of a format of zeros only; a number has that many at least. */
  readonly digits: number;
}

const PLAIN: NumberFormat = { hasTime: false, digits: 0 };

/** Formats that a file names by number, without their text. */
const BUILT_IN: Readonly<Record<number, string>> = {
  ...{ 14: 'yyyy-mm-dd', 15: 'd-mmm-yy', 16: 'd-mmm', 17: 'mmm-yy' },
  ...{ 18: 'h:mm', 19: 'h:mm:ss', 20: 'h:mm', 21: 'h:mm:ss', 22: 'yyyy-mm-dd h:mm' },
  ...{ 45: 'mm:ss', 47: 'mm:ss' },
};

/** Built-in formats of Eastern Asian dates. */
const isEasternDate = (id: number): boolean => (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

/** Literal text, fill and width of a format, colours and locales; `[h]` begins an elapsed time. */
const LITERALS = /"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/giu;
const ELAPSED = /\[(?:h+|m+|s+)\]/iu;
const ZEROS = /^0{2,}$/u;

export const numberFormat = (id: number, declared: string | undefined): NumberFormat => {
  if (isEasternDate(id)) return { day: 'day', hasTime: false, digits: 0 };
  const code = (declared ?? BUILT_IN[id] ?? '').split(';', 1)[0]?.replaceAll(LITERALS, '').toLowerCase() ?? '';
  if (ZEROS.test(code)) return { ...PLAIN, digits: code.length };
  if (code.includes('general') || ELAPSED.test(code)) return PLAIN;
  const hasTime = /[hs]/u.test(code);
  if (code.includes('d')) return { day: 'day', hasTime, digits: 0 };
  const hasMonth = code.includes('m');
  if (code.includes('y')) return { day: hasMonth ? 'month' : 'year', hasTime, digits: 0 };
  return hasMonth && !hasTime ? { day: 'day', hasTime, digits: 0 } : { hasTime, digits: 0 };
};
