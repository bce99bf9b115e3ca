// File sizes as people read them: decimal units, as disks and cameras count. Pure. Source: domain 9 (FILE-02).

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
const STEP = 1000;

/** `1234567` in `en` gives `1.2 MB`; below 1 kB whole bytes. Never negative. */
export const fileSize = (bytes: number, locale: string): string => {
  const size = Number.isFinite(bytes) ? Math.max(0, bytes) : 0;
  let power = 0;
  // 999,950 would round to "1,000 kB".
  while (power < UNITS.length - 1 && size / STEP ** power >= STEP - 0.05) power += 1;
  const unit = UNITS[power] ?? 'byte';
  const shown = size / STEP ** power;
  const digits = power === 0 || shown >= 100 ? 0 : 1;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    // The short form of a byte has no plural.
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: digits,
  }).format(shown);
};
