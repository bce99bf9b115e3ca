// Formats file sizes in decimal units. Pure.

const SIZE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const UNIT_FACTOR = 1000;

/** Formats `1234567` in `en` as `1.2 MB`, and less than 1 kB in bytes. */
export const fileSize = (bytes: number, locale: string): string => {
  const size = Number.isFinite(bytes) ? Math.max(0, bytes) : 0;
  let power = 0;
  // 999,950 would be rounded to "1,000 kB".
  while (power < SIZE_UNITS.length - 1 && size / UNIT_FACTOR ** power >= UNIT_FACTOR - 0.05) power += 1;
  const unit = SIZE_UNITS[power] ?? 'byte';
  const amount = size / UNIT_FACTOR ** power;
  const digits = power === 0 || amount >= 100 ? 0 : 1;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    // The short form of a byte has no plural.
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: digits,
  }).format(amount);
};
